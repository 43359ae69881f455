import { EntityRepository, type Values } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { drawToken, hashOfToken } from '../../kernel/secrets/secret-links.js';
import { Submission, type SubmissionStatus } from '../entities/submission.entity.js';

const MISSING = sql(
  'filerequests_missing_items',
  `SELECT i.id, i.title FROM ext_filerequests.items i
   WHERE i.request_id = $1 AND i.required AND i.min_files > (
     SELECT count(*) FROM ext_filerequests.files f
     WHERE f.submission_id = $2 AND f.item_id = i.id
       AND (f.status = 'received' OR (f.status = 'pending' AND f.document_id IS NOT NULL)))
   ORDER BY i.position`,
);
const NAMESAKES = sql(
  'filerequests_namesakes',
  `SELECT count(*)::int AS n FROM ext_filerequests.submissions
   WHERE request_id = $1 AND folder_id IS NOT NULL AND lower(uploader_name) = lower($2)`,
);
/** Drafts with files of a request, and how many of these files are received. */
const DRAFTS = sql(
  'filerequests_drafts_of_request',
  `SELECT s.id, count(*) FILTER (WHERE f.status = 'received')::int AS received
   FROM ext_filerequests.submissions s JOIN ext_filerequests.files f ON f.submission_id = s.id
   WHERE s.request_id = $1 AND s.status = 'draft' AND f.status IN ('received', 'pending') AND s.id > $2
   GROUP BY s.id ORDER BY s.id LIMIT $3`,
);
const NUMBERS = sql(
  'filerequests_numbers',
  `SELECT (SELECT count(*)::int FROM ext_filerequests.submissions WHERE request_id = $1 AND status <> 'draft')
     AS submissions,
   (SELECT count(*)::int FROM ext_filerequests.files WHERE request_id = $1 AND status = 'received') AS files`,
);
/** Old drafts without a received or a pending file. */
const EMPTY = sql(
  'filerequests_empty_drafts',
  `SELECT s.id, s.request_id, s.created_at FROM ext_filerequests.submissions s
   WHERE s.status = 'draft' AND s.created_at < now() - interval '7 days' AND (s.created_at, s.id) > ($1, $2)
     AND NOT EXISTS (
       SELECT FROM ext_filerequests.files f WHERE f.submission_id = s.id AND f.status IN ('received', 'pending'))
   ORDER BY s.created_at, s.id LIMIT $3`,
);
/** Of drafts that are still empty; a recipient who began one has opened the request. */
const DROP_EMPTY = sql(
  'filerequests_drop_drafts',
  `WITH dropped AS (
     DELETE FROM ext_filerequests.submissions s WHERE s.id = ANY ($1::uuid[]) AND s.status = 'draft'
       AND NOT EXISTS (
         SELECT FROM ext_filerequests.files f WHERE f.submission_id = s.id AND f.status IN ('received', 'pending'))
     RETURNING s.id, s.recipient_id
   ), back AS (
     UPDATE ext_filerequests.recipients p SET status = 'opened', updated_at = now() FROM dropped
     WHERE p.id = dropped.recipient_id AND p.status = 'partial'
   )
   SELECT f.size_bytes::float8 AS size_bytes FROM ext_filerequests.files f JOIN dropped ON dropped.id = f.submission_id
   WHERE f.status = 'rejected'`,
);

const AT = 'coalesce(s.submitted_at, s.created_at)';
const OF_REQUEST = new List({
  name: 'filerequests_submissions',
  columns: 's.*',
  from: 'ext_filerequests.submissions s',
  id: 's.id',
  where: 's.request_id = $1',
  filters: { submitted: `s.status <> 'draft'`, status: 's.status = ?', recipient_id: 's.recipient_id = ?' },
  sorts: { newest: { by: AT, type: 'timestamptz' } },
});

export interface MissingItem {
  id: string;
  title: string;
}

@AppProvider()
export class SubmissionRepository extends EntityRepository<Submission> {
  protected readonly entity = Submission;

  /** The receipt is shown once; of a recipient nobody gets it. */
  async begin(values: Values<Submission>): Promise<{ submission: Submission; receipt: string }> {
    const { token: receipt, token_hash: receipt_hash } = drawToken();
    return { submission: await this.insert({ ...values, receipt_hash }), receipt };
  }

  ofReceipt(requestId: string, receipt: string): Promise<Submission | undefined> {
    return this.findOne({ receipt_hash: hashOfToken(receipt), request_id: requestId });
  }

  /** Required items without enough files; those whose content is not looked at yet count. */
  missing(requestId: string, id: string | null): Promise<MissingItem[]> {
    return this.rows<MissingItem>(MISSING, requestId, id);
  }

  /** How many uploaders of this name have a folder. */
  async namesakes(requestId: string, name: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(NAMESAKES, requestId, name)).n;
  }

  /** Without a status: all but drafts. */
  list(
    requestId: string,
    given: { status?: SubmissionStatus; recipient_id?: string },
    query: PageQuery,
  ): Promise<Page<Submission>> {
    const filters = { ...given, submitted: given.status === undefined ? true : undefined };
    return OF_REQUEST.page<Submission>(this.database, { values: [requestId], filters, sort: 'newest', query });
  }

  draftsOf(requestId: string, after: string, limit: number): Promise<{ id: string; received: number }[]> {
    return this.rows<{ id: string; received: number }>(DRAFTS, requestId, after, limit);
  }

  /** What has come in. */
  numbers(requestId: string): Promise<{ submissions: number; files: number }> {
    return this.onlyOne<{ submissions: number; files: number }>(NUMBERS, requestId);
  }

  emptyDrafts(
    after: { created_at: Date; id: string },
    limit: number,
  ): Promise<Pick<Submission, 'id' | 'request_id' | 'created_at'>[]> {
    return this.rows<Pick<Submission, 'id' | 'request_id' | 'created_at'>>(EMPTY, after.created_at, after.id, limit);
  }

  /** Returns the files of the deleted drafts that took a place of the request. */
  dropEmpty(ids: string[]): Promise<{ size_bytes: number }[]> {
    return this.rows<{ size_bytes: number }>(DROP_EMPTY, ids);
  }
}
