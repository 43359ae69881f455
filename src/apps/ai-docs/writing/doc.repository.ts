import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Doc } from '../entities/doc.entity.js';

const LOCK_OWNER = sql('ai-docs_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const OF_IDS = sql(
  'ai-docs_docs_of_ids',
  `SELECT id, title, revision, ai_allowed, language FROM ext_ai_docs.docs
   WHERE id = ANY ($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL ORDER BY id`,
);
const TEXTS = sql(
  'ai-docs_texts_of_ids',
  `SELECT id, title, body, ai_allowed FROM ext_ai_docs.docs
   WHERE id = ANY ($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL ORDER BY id`,
);
const ALL_ALLOWED = sql(
  'ai-docs_all_allowed',
  `SELECT NOT EXISTS (SELECT FROM unnest($1::uuid[]) asked (id) WHERE NOT EXISTS (
     SELECT FROM ext_ai_docs.docs d WHERE d.id = asked.id AND d.ai_allowed AND d.deleted_at IS NULL)) AS allowed`,
);
// Of what a question is asked: whether any of it may be sent, and which documents are kept from the provider.
const ASKED = sql(
  'ai-docs_asked_docs',
  `SELECT coalesce(bool_or(ai_allowed), false) AS allowed, coalesce(array_agg(id ORDER BY id) FILTER (WHERE NOT ai_allowed), '{}') AS kept
   FROM ext_ai_docs.docs WHERE owner_id = $1 AND deleted_at IS NULL
     AND CASE WHEN $2::uuid[] IS NULL THEN archived_at IS NULL ELSE id = ANY ($2::uuid[]) END
     AND ($3::text IS NULL OR tags @> ARRAY[$3::text])`,
);
// The texts of runs that have read the documents go with them; what still runs is cancelled.
const SCRUB_RUNS = sql(
  'ai-docs_scrub_runs',
  `UPDATE ext_ai_docs.runs SET input = '{}', state = '{}', output = NULL, citations = '[]', has_texts = false,
     finished_at = coalesce(finished_at, now()),
     status = CASE WHEN status IN ('queued', 'running') THEN 'canceled' ELSE status END
   WHERE doc_id = ANY ($1::uuid[]) OR source_doc_ids && $1::uuid[]`,
);
const DELETE = sql(
  'ai-docs_delete_docs',
  'DELETE FROM ext_ai_docs.docs WHERE id = ANY ($1::uuid[]) RETURNING import_key',
);
const DUE = sql(
  'ai-docs_bin_due',
  `SELECT id FROM ext_ai_docs.docs WHERE deleted_at < now() - interval '30 days'
   ORDER BY deleted_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
);

export type KnownDoc = Pick<Doc, 'id' | 'title' | 'revision' | 'ai_allowed' | 'language'>;
export type DocText = Pick<Doc, 'id' | 'title' | 'body' | 'ai_allowed'>;

@AppProvider()
export class DocRepository extends EntityRepository<Doc> {
  protected readonly entity = Doc;

  /** Before any other lock: the limits of an owner are exact behind it. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** Those of the owner that are not in the bin. */
  ofIds(ids: string[], ownerId: string): Promise<KnownDoc[]> {
    return ids.length ? this.rows<KnownDoc>(OF_IDS, ids, ownerId) : Promise.resolve([]);
  }

  textsOf(ids: string[], ownerId: string): Promise<DocText[]> {
    return ids.length ? this.rows<DocText>(TEXTS, ids, ownerId) : Promise.resolve([]);
  }

  asked(ownerId: string, docIds: string[] | undefined, tag: string | undefined) {
    return this.onlyOne<{ allowed: boolean; kept: string[] }>(ASKED, ownerId, docIds ?? null, tag ?? null);
  }

  /** All of them exist and may be sent to the provider. */
  async areAllowed(ids: string[]): Promise<boolean> {
    return (await this.onlyOne<{ allowed: boolean }>(ALL_ALLOWED, ids)).allowed;
  }

  /** Returns the files that they waited for. */
  async destroy(ids: string[]): Promise<string[]> {
    await this.count(SCRUB_RUNS, ids);
    const rows = await this.rows<{ import_key: string | null }>(DELETE, ids);
    return rows.flatMap(({ import_key }) => import_key ?? []);
  }

  async dueInBin(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE, limit)).map(({ id }) => id);
  }
}
