import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { personIn } from '../../kernel/rows/person.js';
import { FileRequest, type RequestStatus } from '../entities/request.entity.js';

const LOCK_OWNER = sql('filerequests_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT_OPEN = sql(
  'filerequests_count_open',
  `SELECT count(*)::int AS n FROM (
     SELECT FROM ext_filerequests.requests WHERE owner_id = $1 AND status = 'open' LIMIT $2) own`,
);
const RESERVE = sql(
  'filerequests_reserve',
  `UPDATE ext_filerequests.requests SET received_files = received_files + 1, received_bytes = received_bytes + $2
   WHERE id = $1 AND received_files < max_files`,
);
const GIVE_BACK = sql(
  'filerequests_give_back',
  `UPDATE ext_filerequests.requests SET received_files = received_files - $2, received_bytes = received_bytes - $3
   WHERE id = $1`,
);
const OWNER = sql(
  'filerequests_owner',
  `SELECT ${personIn('u')} AS owner FROM account.users u WHERE u.id = $1 AND u.user_status = 'active'`,
);
const TELL_STORAGE = sql(
  'filerequests_tell_storage',
  `UPDATE ext_filerequests.requests SET storage_told_at = now()
   WHERE id = $1 AND (storage_told_at IS NULL OR storage_told_at < now() - interval '1 day')`,
);
const TELL_SUBMISSION = sql(
  'filerequests_tell_submission',
  `UPDATE ext_filerequests.requests SET submission_told_at = now()
   WHERE id = $1 AND ($2 OR submission_told_at IS NULL OR submission_told_at < now() - interval '1 day')`,
);
const DUE = sql(
  'filerequests_due',
  `SELECT id FROM ext_filerequests.requests
   WHERE status = 'open' AND closes_at <= now() AND NOT allow_late AND id <> ALL ($1::uuid[])
   ORDER BY closes_at LIMIT $2`,
);
/** Open requests that close within $3 days, in the order of their ends. */
const CLOSING = sql(
  'filerequests_closing',
  `SELECT id, owner_id, title, closes_at FROM ext_filerequests.requests
   WHERE status = 'open' AND (closes_at, id) > ($1, $2) AND closes_at <= now() + make_interval(days => $3)
   ORDER BY closes_at, id LIMIT $4`,
);

const OWN = new List({
  name: 'filerequests_own',
  columns: `r.*, c.recipients, c.submissions, c.to_review, c.files, c.bytes`,
  from: `ext_filerequests.requests r, LATERAL (SELECT
    (SELECT count(*)::int FROM ext_filerequests.recipients p WHERE p.request_id = r.id) AS recipients,
    (SELECT count(*)::int FROM ext_filerequests.submissions s WHERE s.request_id = r.id AND s.status <> 'draft')
      AS submissions,
    (SELECT count(*)::int FROM ext_filerequests.submissions s WHERE s.request_id = r.id AND s.status = 'submitted')
      AS to_review,
    (SELECT count(*)::int FROM ext_filerequests.files f WHERE f.request_id = r.id AND f.status = 'received') AS files,
    (SELECT coalesce(sum(f.size_bytes), 0)::float8 FROM ext_filerequests.files f
     WHERE f.request_id = r.id AND f.status = 'received') AS bytes
    ) c`,
  id: 'r.id',
  where: 'r.owner_id = $1',
  filters: { status: 'r.status = ?', q: 'r.title ILIKE ?' },
  sorts: { newest: { by: 'r.created_at', type: 'timestamptz' } },
});

export type ClosingRequest = Pick<FileRequest, 'id' | 'owner_id' | 'title'> & { closes_at: Date };
export type ListedRequest = FileRequest & {
  recipients: number;
  submissions: number;
  to_review: number;
  files: number;
  bytes: number;
};

@AppProvider()
export class RequestRepository extends EntityRepository<FileRequest> {
  protected readonly entity = FileRequest;

  /** The number of the owner's open requests, which no other call changes until the transaction ends. */
  async countOpen(ownerId: string, most: number): Promise<number> {
    await this.rows(LOCK_OWNER, ownerId);
    return (await this.onlyOne<{ n: number }>(COUNT_OPEN, ownerId, most)).n;
  }

  async list(
    ownerId: string,
    { status, q }: { status?: RequestStatus; q?: string },
    query: PageQuery,
  ): Promise<Page<ListedRequest>> {
    const filters = { status, q: q === undefined ? undefined : containing(q) };
    const page = await OWN.page<ListedRequest>(this.database, { values: [ownerId], filters, sort: 'newest', query });
    const rows = page.rows.map((row) => ({
      ...row,
      max_file_bytes: Number(row.max_file_bytes),
      received_bytes: Number(row.received_bytes),
    }));
    return { ...page, rows };
  }

  /** A place for one more file; false where there is none. */
  async reserve(id: string, bytes: number): Promise<boolean> {
    return (await this.count(RESERVE, id, bytes)) > 0;
  }

  /** The places of files that were lost or removed. */
  async giveBack(id: string, files: { size_bytes: number }[]): Promise<void> {
    const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    if (files.length) await this.count(GIVE_BACK, id, files.length, bytes);
  }

  /** Undefined where their account is banned or suspended. */
  async ownerOf(userId: string): Promise<{ id: string; username: string | null } | undefined> {
    return (await this.one<{ owner: { id: string; username: string | null } }>(OWNER, userId))?.owner;
  }

  /** True once a day. */
  async mayTellStorage(id: string): Promise<boolean> {
    return (await this.count(TELL_STORAGE, id)) > 0;
  }

  /** True for each submission if `each`, else once a day. */
  async mayTellSubmission(id: string, each: boolean): Promise<boolean> {
    return (await this.count(TELL_SUBMISSION, id, each)) > 0;
  }

  /** Open requests whose time is over, without those of `seen`. */
  async due(seen: string[], limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE, seen, limit)).map(({ id }) => id);
  }

  closing(after: { closes_at: Date; id: string }, days: number, limit: number): Promise<ClosingRequest[]> {
    return this.rows<ClosingRequest>(CLOSING, after.closes_at, after.id, days, limit);
  }
}
