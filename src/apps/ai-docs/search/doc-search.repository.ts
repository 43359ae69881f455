import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { searching } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { HEADLINE } from '../../kernel/rows/headline.js';
import { Doc } from '../entities/doc.entity.js';
import { NORMALISED } from './chunk.repository.js';

export const VIEWS = ['active', 'archived', 'deleted'] as const;
export type View = (typeof VIEWS)[number];
const CONDITIONS: Record<View, string> = {
  active: 'd.archived_at IS NULL AND d.deleted_at IS NULL',
  archived: 'd.archived_at IS NOT NULL AND d.deleted_at IS NULL',
  deleted: 'd.deleted_at IS NOT NULL',
};

const COLUMNS =
  `id owner_id title revision tags language ai_allowed word_count index_status import_status import_error archived_at
  deleted_at created_at updated_at`
    .split(/\s+/)
    .map((name) => `d.${name}`)
    .join(', ');

const listOf = (view: View) =>
  new List({
    name: `ai-docs_docs ${view}`,
    columns: COLUMNS,
    from: 'ext_ai_docs.docs d',
    id: 'd.id',
    where: `d.owner_id = $1 AND ${CONDITIONS[view]}`,
    filters: { tag: 'd.tags @> ARRAY[?::text]' },
    sorts: { newest: { by: 'd.updated_at', type: 'timestamptz' } },
  });
const LISTS = { active: listOf('active'), archived: listOf('archived'), deleted: listOf('deleted') };

const MOST_HITS = 1_000;
const START = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** $1: the owner, $2: the words, $3: a tag or NULL, $4 and $5: after this rank and id, $6: how many. */
const ranked = (view: View) =>
  searching(
    `ai-docs_search ${view}`,
    `WITH asked AS MATERIALIZED (
       SELECT language, websearch_to_tsquery(language::regconfig, $2) AS query
       FROM (SELECT DISTINCT language FROM ext_ai_docs.docs WHERE owner_id = $1) languages
     ), in_text AS MATERIALIZED (
       SELECT c.id, c.doc_id FROM asked JOIN ext_ai_docs.chunks c ON c.owner_id = $1 AND c.tsv @@ asked.query
       JOIN ext_ai_docs.docs d ON d.id = c.doc_id AND d.language = asked.language
       WHERE ${CONDITIONS[view]} ORDER BY c.id DESC LIMIT ${MOST_HITS}
     ), best AS (
       SELECT DISTINCT ON (c.doc_id) c.doc_id, c.body, ts_rank_cd(c.tsv, asked.query, ${NORMALISED}) AS rank
       FROM in_text JOIN ext_ai_docs.chunks c ON c.id = in_text.id JOIN ext_ai_docs.docs d ON d.id = c.doc_id
       JOIN asked ON asked.language = d.language ORDER BY c.doc_id, 3 DESC, c.position
     ), found AS (
       SELECT d.id, best.body, asked.query, round((coalesce(best.rank, 0)
         + CASE WHEN d.title_tsv @@ asked.query THEN 1 + ts_rank(d.title_tsv, asked.query) ELSE 0 END)::numeric, 6) AS rank
       FROM asked JOIN ext_ai_docs.docs d ON d.owner_id = $1 AND d.language = asked.language
       LEFT JOIN best ON best.doc_id = d.id
       WHERE ${CONDITIONS[view]} AND (best.doc_id IS NOT NULL OR d.title_tsv @@ asked.query)
     ), page AS MATERIALIZED (
       SELECT found.* FROM found JOIN ext_ai_docs.docs d USING (id)
       WHERE ($3::text IS NULL OR d.tags @> ARRAY[$3::text]) AND (rank, id) < ($4::numeric, $5::uuid)
       ORDER BY rank DESC, id DESC LIMIT $6
     )
     SELECT ${COLUMNS}, page.rank::text AS list_key,
       ts_headline(d.language::regconfig, coalesce(page.body, d.title), page.query, '${HEADLINE}') AS headline
     FROM page JOIN ext_ai_docs.docs d USING (id) ORDER BY page.rank DESC, d.id DESC`,
  );
const SEARCHES = { active: ranked('active'), archived: ranked('archived'), deleted: ranked('deleted') };

export type ListedDoc = Omit<Doc, 'body' | 'import_key' | 'import_type' | 'import_bytes' | 'title_tsv'>;
type FoundDoc = ListedDoc & { headline: string; list_key: string };

@AppProvider()
export class DocSearchRepository extends EntityRepository<Doc> {
  protected readonly entity = Doc;

  latest(ownerId: string, view: View, tag: string | undefined, query: PageQuery): Promise<Page<ListedDoc>> {
    return LISTS[view].page<ListedDoc>(this.database, { values: [ownerId], filters: { tag }, sort: 'newest', query });
  }

  /** The best first, of those that have the words in their title or text. */
  async ranked(
    ownerId: string,
    words: string,
    { view, tag, query }: { view: View; tag?: string; query: PageQuery },
  ): Promise<Page<FoundDoc>> {
    const keyset = new Keyset({ name: `ai-docs_search ${view}`, defaultLimit: 20, maxLimit: 100 });
    const slice = keyset.read(query);
    if (slice.after && slice.after.length !== 2) throw new Refusal(400, 'Invalid cursor');
    const values = [ownerId, words, tag ?? null, ...(slice.after ?? START), slice.fetch];
    const rows = await this.rows<FoundDoc>(SEARCHES[view], ...values);
    return keyset.cut(rows, slice, (row) => [row.list_key, row.id]);
  }
}
