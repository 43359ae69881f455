import { defineEvent } from '../events/define-event.js';
import { notify } from '../notifications/notification.effects.js';
import type { ExportFailure } from './exports/export.entity.js';
import type { User } from './users/user.entity.js';

export const AccountSignedUp = defineEvent<{ user_id: string }>('account.signed_up', { data: (fact) => fact });

export const PasswordReset = defineEvent<{ user_id: string }>('account.password_reset', { data: (fact) => fact });

export const ApiKeyCreated = defineEvent<{ id: string; name: string }>('account.api_key_created', {
  data: ({ id, name }) => ({ id, name }),
});
export const ApiKeyRevoked = defineEvent<{ id: string }>('account.api_key_revoked', { data: (fact) => fact });

/** `username` only where staff delete the account. */
export const AccountDeleted = defineEvent<{ user_id: string; username?: string | null }>('account.deleted', {
  data: (fact) => fact,
  staff: (fact) => 'username' in fact,
});

export const ExportReady = defineEvent<{ id: string; user_id: string }>('account.export_ready', {
  data: ({ id }) => ({ id }),
  effects: ({ id, user_id }) => [
    notify({ user_id, actor_id: null, type: 'export_ready', about: { kind: 'export', id } }),
  ],
});

export const ExportFailed = defineEvent<{ id: string; user_id: string; failure: ExportFailure }>(
  'account.export_failed',
  {
    data: ({ id, failure }) => ({ id, failure }),
    effects: ({ id, user_id, failure }) => [
      notify({ user_id, actor_id: null, about: { kind: 'export', id }, data: { failure }, type: 'export_failed' }),
    ],
  },
);

/** What staff do, and what the operator does on the machine itself is part of the audit log. */
const staffEvent = <Fact extends object>(type: string) =>
  defineEvent<Fact>(type, { data: (fact) => fact, staff: true });

export const UserUpdated = staffEvent<{ user_id: string; before: Partial<User>; after: Partial<User> }>(
  'admin.user_updated',
);

interface MadeAdmin {
  user_id: string;
  created: boolean;
  password_replaced: boolean;
  by: 'command' | 'environment';
}
export const AdminCreated = staffEvent<MadeAdmin>('operator.admin_created');
export const ApiKeyCreatedByOperator = staffEvent<{ user_id: string; id: string; name: string }>(
  'operator.api_key_created',
);
export const JwtSecretRotated = staffEvent<{ signed_out: boolean }>('operator.jwt_secret_rotated');
