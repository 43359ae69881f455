import { Injectable } from '@nestjs/common';
import type { User } from '../../account/users/user.entity.js';
import { Keyset, type PageQuery, queueOf } from '../../platform/database/page.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import { AuthorshipRequest } from './authorship-request.entity.js';

export type AuthorshipRow = Omit<AuthorshipRequest, 'note'>;

/** A request in the queue of staff. */
type QueuedAuthorship = AuthorshipRow & {
  user: Pick<User, 'id' | 'username' | 'first_name' | 'last_name' | 'avatar_url'>;
};
type QueuedAuthorshipWithNote = QueuedAuthorship & Pick<AuthorshipRequest, 'note'>;

const SHOWN_KEYS = ['id', 'user_id', 'status', 'reviewed_by', 'reviewed_at', 'created_at'] as const;
const SHOWN = SHOWN_KEYS.join(', ');

const INSERT = sql(
  'authorship_insert',
  `INSERT INTO moderation.authorship_requests (user_id, note) VALUES ($1, $2)
   ON CONFLICT (user_id) WHERE status = 'pending' DO NOTHING RETURNING ${SHOWN}`,
);
const OF_USER = sql(
  'authorship_of_user',
  `SELECT ${SHOWN} FROM moderation.authorship_requests
   WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const IN_QUEUE = `${SHOWN}, (
    SELECT json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_url', u.avatar_url)
    FROM account.users u WHERE u.id = r.user_id) AS user`;
const FROM = 'FROM moderation.authorship_requests r';
const QUEUE = queueOf('authorship_newest', `SELECT ${IN_QUEUE} ${FROM}`);
const BY_ID = sql('authorship_by_id', `SELECT ${IN_QUEUE}, note ${FROM} WHERE id = $1`);
const DECIDE = sql(
  'authorship_decide',
  `UPDATE moderation.authorship_requests SET status = $2, reviewed_by = $3, reviewed_at = now()
   WHERE id = $1 AND status = 'pending' RETURNING ${SHOWN}`,
);
const EXPORTED = sql(
  'authorship_exported',
  `SELECT ${SHOWN}, note FROM moderation.authorship_requests WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);

const PAGE = new Keyset({ name: 'authorship-requests', defaultLimit: 20, maxLimit: 50 });
const QUEUE_PAGE = new Keyset({ name: 'authorship-queue', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class AuthorshipRepository extends EntityRepository<AuthorshipRequest> {
  protected readonly entity = AuthorshipRequest;

  /** Undefined if the user has a pending request. */
  write(userId: string, note: string | null): Promise<AuthorshipRow | undefined> {
    return this.one<AuthorshipRow>(INSERT, userId, note);
  }

  findPending(userId: string): Promise<AuthorshipRow | undefined> {
    return this.findOne({ user_id: userId, status: 'pending' }, { select: SHOWN_KEYS });
  }

  listByUser(userId: string, query: PageQuery) {
    return this.newest<AuthorshipRow>(PAGE, query, OF_USER, [userId]);
  }

  listQueue(status: string | undefined, query: PageQuery) {
    return this.queued<QueuedAuthorship>(QUEUE_PAGE, query, QUEUE, status);
  }

  findById(id: string): Promise<QueuedAuthorshipWithNote | undefined> {
    return this.one<QueuedAuthorshipWithNote>(BY_ID, id);
  }

  /** Undefined if the request was decided before. */
  decide(id: string, status: string, adminId: string): Promise<AuthorshipRow | undefined> {
    return this.one<AuthorshipRow>(DECIDE, id, status, adminId);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(EXPORTED, [userId]);
  }
}
