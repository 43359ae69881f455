import { In, IsNull, Not } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { SharedDocument } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RequestFile } from '../entities/submission.entity.js';

/** What takes a place of its item: a rejected file makes room for another one. */
const OF_ITEM = sql(
  'filerequests_files_of_item',
  `SELECT count(*)::int AS n FROM ext_filerequests.files
   WHERE submission_id = $1 AND item_id = $2 AND status IN ('pending', 'received')`,
);
const EXPIRED = sql(
  'filerequests_expired_files',
  `SELECT id, request_id, submission_id, document_id IS NOT NULL AS is_complete, expires_at FROM ext_filerequests.files
   WHERE status = 'pending' AND expires_at < now() AND (expires_at, id) > ($1, $2)
   ORDER BY expires_at, id LIMIT $3`,
);
const SHOWN = sql(
  'filerequests_shown_files',
  `SELECT f.*, i.title AS item FROM ext_filerequests.files f LEFT JOIN ext_filerequests.items i ON i.id = f.item_id
   WHERE f.submission_id = ANY ($1::uuid[]) ORDER BY f.created_at, f.id`,
);
const SETTLE = sql(
  'filerequests_settle_file',
  `UPDATE ext_filerequests.files SET received_at = now(), updated_at = now(), reject_reason = $2,
     status = CASE WHEN $2::text IS NULL THEN 'received' ELSE 'rejected' END,
     document_id = CASE WHEN $2::text IS NULL THEN document_id END
   WHERE id = $1 AND status = 'pending'`,
);

const REJECT = sql(
  'filerequests_reject_files',
  `UPDATE ext_filerequests.files f SET status = 'rejected', reject_reason = n.reason, updated_at = now()
   FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, reason text)
   WHERE f.id = n.id AND f.submission_id = $1 AND f.status = 'received'`,
);

export type ShownFile = RequestFile & { item: string | null };
export type ExpiredFile = Pick<RequestFile, 'id' | 'request_id' | 'submission_id' | 'expires_at'> & {
  is_complete: boolean;
};

@AppProvider()
export class RequestFileRepository extends EntityRepository<RequestFile> {
  protected readonly entity = RequestFile;

  of(submissionId: string): Promise<RequestFile[]> {
    return this.find({ submission_id: submissionId }, { order: { created_at: 'ASC', id: 'ASC' } });
  }

  async countOfItem(submissionId: string, itemId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(OF_ITEM, submissionId, itemId)).n;
  }

  /** Of many submissions, each with the title of its item. */
  shown(submissionIds: string[]): Promise<ShownFile[]> {
    return this.converted<ShownFile>(SHOWN, submissionIds);
  }

  /** Pending files whose document has not been made yet. */
  waiting(submissionId: string): Promise<RequestFile[]> {
    return this.find({ submission_id: submissionId, status: 'pending', document_id: IsNull() as never });
  }

  /** Pending files with a document, whose content has not been looked at yet. */
  complete(submissionId: string): Promise<RequestFile[]> {
    return this.find({ submission_id: submissionId, status: 'pending', document_id: Not(IsNull()) as never });
  }

  async arrived(id: string, { id: document_id, version_id, name, content_type }: SharedDocument): Promise<void> {
    await this.update({ id }, { document_id, version_id, stored_name: name, content_type, updated_at: NOW });
  }

  /** `reason`: why it is rejected; its document is given up. */
  async settle(id: string, reason: string | null): Promise<boolean> {
    return (await this.count(SETTLE, id, reason)) > 0;
  }

  /** The number of received files that were rejected, each with its reason. */
  async reject(submissionId: string, reasons: Map<string, string | null>): Promise<number> {
    const rows = [...reasons].map(([id, reason]) => ({ id, reason }));
    return rows.length ? this.count(REJECT, submissionId, JSON.stringify(rows)) : 0;
  }

  async mark(ids: string[], status: 'lost' | 'removed'): Promise<void> {
    if (ids.length) await this.update({ id: In(ids) as never }, { status, updated_at: NOW });
  }

  expired(after: { expires_at: Date; id: string }, limit: number): Promise<ExpiredFile[]> {
    return this.rows<ExpiredFile>(EXPIRED, after.expires_at, after.id, limit);
  }

  /** Those of the files that nobody has confirmed since they were read. */
  stillWaiting(ids: string[]): Promise<RequestFile[]> {
    return this.find({ id: In(ids) as never, status: 'pending', document_id: IsNull() as never });
  }
}
