import { Injectable } from '@nestjs/common';
import type { User } from '../../account/users/user.entity.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import type { AuthorshipRequest } from './authorship-request.entity.js';

export type AuthorshipRow = Omit<AuthorshipRequest, 'note'>;

/** A request in the queue of staff. */
type QueuedAuthorship = AuthorshipRow & {
  user: Pick<User, 'id' | 'username' | 'first_name' | 'last_name' | 'avatar_url'>;
};
type QueuedAuthorshipWithNote = QueuedAuthorship & Pick<AuthorshipRequest, 'note'>;

const SHOWN = 'id, user_id, status, reviewed_by, reviewed_at, created_at';

const INSERT = sql(
  'authorship_insert',
  `INSERT INTO moderation.authorship_requests (user_id, note) VALUES ($1, $2)
   ON CONFLICT (user_id) WHERE status = 'pending' DO NOTHING RETURNING ${SHOWN}`,
);
const PENDING = sql(
  'authorship_pending',
  `SELECT ${SHOWN} FROM moderation.authorship_requests WHERE user_id = $1 AND status = 'pending'`,
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
const queue = (name: string, ofStatus = '') =>
  sql(
    name,
    `SELECT ${IN_QUEUE} ${FROM} WHERE ${ofStatus} (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
  );
const NEWEST = queue('authorship_newest');
const NEWEST_OF_STATUS = queue('authorship_newest_of_status', 'status = $4 AND');
const BY_ID = sql('authorship_by_id', `SELECT ${IN_QUEUE}, note ${FROM} WHERE id = $1`);
const ASKER = sql('authorship_asker', 'SELECT user_id FROM moderation.authorship_requests WHERE id = $1');
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
export class AuthorshipRepository extends BaseRepository {
  /** Undefined if the user has a pending request. */
  write(userId: string, note: string | null): Promise<AuthorshipRow | undefined> {
    return this.one<AuthorshipRow>(INSERT, userId, note);
  }

  findPending(userId: string): Promise<AuthorshipRow | undefined> {
    return this.one<AuthorshipRow>(PENDING, userId);
  }

  async listByUser(userId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<AuthorshipRow>(OF_USER, userId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  async listQueue(status: string | undefined, query: PageQuery) {
    const slice = QUEUE_PAGE.read(query);
    const values = [...newestFirst(slice), ...(status ? [status] : [])];
    const rows = await this.rows<QueuedAuthorship>(status ? NEWEST_OF_STATUS : NEWEST, ...values);
    return QUEUE_PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  findById(id: string): Promise<QueuedAuthorshipWithNote | undefined> {
    return this.one<QueuedAuthorshipWithNote>(BY_ID, id);
  }

  async findUserId(id: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(ASKER, id))?.user_id;
  }

  /** Undefined if the request was decided before. */
  decide(id: string, status: string, adminId: string): Promise<AuthorshipRow | undefined> {
    return this.one<AuthorshipRow>(DECIDE, id, status, adminId);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(EXPORTED, [userId]);
  }
}
