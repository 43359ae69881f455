import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { notify } from '../../notifications/notification.effects.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import type { AuthorshipAnswer, AuthorshipsAnswer } from './authorship.dto.js';
import { AuthorshipRepository, type AuthorshipRow } from './authorship.repository.js';

export const alreadyVerified = refusal(409, 'Already verified');
export const alreadyDecided = refusal(409, 'Authorship request already decided');

const AuthorshipRequested = defineEvent<{ request_id: string }>('authorship.requested', { data: (fact) => fact });

/** The notification has no actor: the user is not told which admin decided. */
const AuthorshipDecided = defineEvent<AuthorshipRow>(({ status }) => `authorship.${status}`, {
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

@Injectable()
export class AuthorshipService {
  constructor(
    private readonly requests: AuthorshipRepository,
    private readonly users: UserRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Returns the pending request if the user has one. */
  create(userId: string, note: string | null): Promise<AuthorshipAnswer> {
    return this.database.transaction(async () => {
      // The lock serialises requests with approvals, so that nobody requests the mark that they have just got.
      await this.users.lock(userId);
      if ((await this.users.findProfile(userId))?.verified) throw alreadyVerified();
      const request = await this.requests.write(userId, note);
      if (request) this.events.announce(AuthorshipRequested, { request_id: request.id }, userId);
      const answer = request ?? (await this.requests.findPending(userId));
      return asAnswer({ authorship_request: answer as AuthorshipRow });
    });
  }

  async list(userId: string, query: PageQuery): Promise<AuthorshipsAnswer> {
    const { rows, next_cursor } = await this.requests.listByUser(userId, query);
    return { authorship_requests: rows, next_cursor };
  }

  async listQueue(status: string | undefined, query: PageQuery) {
    const { rows, next_cursor } = await this.requests.listQueue(status, query);
    return { authorship_requests: rows, next_cursor };
  }

  async find(id: string) {
    const request = await this.requests.findById(id);
    if (!request) throw notFound('Authorship request');
    return { authorship_request: request };
  }

  decide(id: string, status: 'approved' | 'rejected', adminId: string): Promise<AuthorshipRow> {
    return this.database.transaction(async () => {
      const asked = isUuid(id) ? await this.requests.findOne({ id }, { select: ['user_id'] }) : undefined;
      if (!asked || !(await this.users.lock(asked.user_id))) throw notFound('Authorship request');
      const request = await this.requests.decide(id, status, adminId);
      if (!request) throw alreadyDecided();
      if (status === 'approved') await this.users.change(asked.user_id, { verified: true });
      this.events.announce(AuthorshipDecided, request, adminId);
      return request;
    });
  }
}
