import { defineEvent } from '../../events/define-event.js';
import { notify } from '../../notifications/notification.effects.js';
import type { AuthorshipRow } from './authorship.repository.js';

export const AuthorshipRequested = defineEvent<{ request_id: string }>('authorship.requested', {
  data: (request) => request,
});

/** The notification has no actor: the user is not told which admin decided. */
export const AuthorshipDecided = defineEvent<AuthorshipRow>(({ status }) => `authorship.${status}`, {
  data: ({ id, user_id }) => ({ request_id: id, user_id }),
  staff: true,
  effects: ({ id, user_id, status }) => [
    notify({
      user_id,
      actor_id: null,
      type: 'authorship_reviewed',
      about: { kind: 'authorship_request', id },
      data: { status },
    }),
  ],
});
