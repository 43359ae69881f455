import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { startingWith } from '../../kernel/lists/list.js';
import { HEADLINE } from '../../kernel/rows/headline.js';
import { Item } from '../entities/item.entity.js';
import type { SeenItem } from '../items/item.repository.js';
import { seenColumns } from '../items/roles.js';
import { filtersOf, GRANTED_SQL, Parameters, scopesOf, type Wanted, wordsOf } from './search-parts.js';

export type FoundItem = SeenItem & { headline?: string; list_key: string };

const GRANTED = sql('documents_granted', GRANTED_SQL);
/** Of very many hits, the newest are ranked. */
const MOST_HITS = 300;
/** Names that are only similar are looked for if fewer are found. */
const FEW = 20;
const WINDOW = 1_500;
const LAST = { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', rank: 'infinity' };

const NONE: Page<FoundItem> = { rows: [], next_cursor: null };

@AppProvider()
export class SearchRepository extends EntityRepository<Item> {
  protected readonly entity = Item;

  /** Without words: the newest first. */
  async latest(userId: string, wanted: Wanted, query: PageQuery): Promise<Page<FoundItem>> {
    const p = new Parameters();
    const user = `${p.add(userId)}::uuid`;
    const key = { recent: 'opened.last_opened_at', trash: 'i.trashed_at' }[wanted.view as string] ?? 'i.created_at';
    const { keyset, slice, after } = pageOf(`newest ${wanted.view}`, query, LAST.time);
    const scopes = scopesOf(p, user, await this.granted(userId, wanted), wanted);
    const filters = filtersOf(p, user, wanted);
    const [time, id, limit] = [p.add(after[0]), p.add(after[1]), p.add(slice.fetch)];
    // Of what is shared, without words: the items themselves, not what lies in them.
    const only = wanted.view === 'shared' && !wanted.folder ? ' AND i.id = ANY ($2::uuid[])' : '';
    const from = wanted.view === 'recent' ? `${RECENT} = ${user}` : 'ext_documents.items i';
    const branches = scopes.map(
      (scope) => `(SELECT ${seenColumns(user)}, ${key}::text AS list_key, ${key} AS moment FROM ${from}
        WHERE ${scope}${only}${filters} AND (${key}, i.id) < (${time}::timestamptz, ${id}::uuid)
        ORDER BY ${key} DESC, i.id DESC LIMIT ${limit})`,
    );
    if (!branches.length) return NONE;
    const text = `SELECT * FROM (${branches.join(' UNION ALL ')}) found ORDER BY moment DESC, id DESC LIMIT ${limit}`;
    const rows = await this.converted<FoundItem>(searching(nameOf('newest', wanted, p), text), ...p.values);
    return keyset.cut(rows, slice, (row) => [row.list_key, row.id]);
  }

  /** The best first, of those that have the words in their name, tags, description or content. */
  async ranked(userId: string, q: string, wanted: Wanted, query: PageQuery): Promise<Page<FoundItem>> {
    const p = new Parameters();
    const user = `${p.add(userId)}::uuid`;
    const { text, prefix, first } = wordsOf(q);
    const { keyset, slice, after } = pageOf(`ranked ${wanted.view}`, query, LAST.rank);
    const scopes = scopesOf(p, user, await this.granted(userId, wanted), wanted);
    if (!scopes.length) return NONE;
    const filters = filtersOf(p, user, wanted);
    const plain = p.add(text);
    const words =
      prefix === undefined
        ? `websearch_to_tsquery('simple', ${plain})`
        : `(websearch_to_tsquery('simple', ${plain}) || to_tsquery('simple', ${p.add(prefix)}))`;
    if (prefix !== undefined) p.parts.push('prefix');
    const begins = `lower(i.name) LIKE ${p.add(startingWith(text))}`;
    const statement = `${hitsSql(scopes, filters, { words, begins, plain })}
      SELECT ${seenColumns(user)}, best.rank::text AS list_key, ${headlineSql(words, p.add(first))} AS headline
      FROM (SELECT * FROM (${rankSql({ words, begins, plain })}) ranked
        WHERE (rank, id) < (${p.add(after[0])}::numeric, ${p.add(after[1])}::uuid)
        ORDER BY rank DESC, id DESC LIMIT ${p.add(slice.fetch)}) best
      JOIN ext_documents.items i ON i.id = best.id LEFT JOIN ext_documents.texts t ON t.item_id = i.id
      ORDER BY best.rank DESC, best.id DESC`;
    const rows = await this.converted<FoundItem>(searching(nameOf('ranked', wanted, p), statement), ...p.values);
    return keyset.cut(rows, slice, (row) => [row.list_key, row.id]);
  }

  private async granted(userId: string, { view, folder }: Wanted): Promise<string[]> {
    if (view === 'trash' || folder) return [];
    return (await this.rows<{ id: string }>(GRANTED, userId)).map(({ id }) => id);
  }
}

const RECENT = `ext_documents.marks opened JOIN ext_documents.items i ON i.id = opened.item_id
  AND opened.last_opened_at IS NOT NULL AND opened.user_id`;

interface Matching {
  words: string;
  begins: string;
  plain: string;
}

/** The newest hits of each way to match, in each scope. */
function hitsSql(scopes: string[], filters: string, { words, begins, plain }: Matching): string {
  const newest = (from: string, condition: string, most = MOST_HITS) =>
    scopes
      .map(
        (scope) => `(SELECT i.id FROM ${from} WHERE ${scope}${filters} AND ${condition}
          ORDER BY i.created_at DESC, i.id DESC LIMIT ${most})`,
      )
      .join(' UNION ');
  const withText = 'ext_documents.items i JOIN ext_documents.texts t ON t.item_id = i.id';
  return `WITH exact AS MATERIALIZED (
      ${newest('ext_documents.items i', `i.search @@ ${words}`)}
      UNION ${newest('ext_documents.items i', begins)}
      UNION ${newest(withText, `t.tsv @@ ${words}`)}),
    hits AS MATERIALIZED (SELECT id FROM exact UNION
      ${newest('ext_documents.items i', `${plain} <% lower(i.name) AND (SELECT count(*) FROM exact) < ${FEW}`, FEW)})`;
}

const rankSql = ({ words, begins, plain }: Matching) =>
  `SELECT i.id, round((ts_rank('{0.1, 0.2, 0.4, 1}', i.search || coalesce(t.tsv, ''), ${words})
     + CASE WHEN ${begins} THEN 1 ELSE 0 END + 0.5 * word_similarity(${plain}, lower(i.name)))::numeric, 6) AS rank
   FROM hits JOIN ext_documents.items i ON i.id = hits.id LEFT JOIN ext_documents.texts t ON t.item_id = i.id`;

/** From where the words are, and of a long text only the part around the first of them. */
const headlineSql = (words: string, first: string) =>
  `ts_headline('simple', CASE
     WHEN i.search @@ ${words} AND to_tsvector('simple', coalesce(i.description, '')) @@ ${words} THEN i.description
     WHEN t.tsv @@ ${words}
       THEN substr(t.body, greatest(strpos(lower(t.body), ${first}) - ${WINDOW / 3}, 1), ${WINDOW})
     ELSE i.name END, ${words}, '${HEADLINE}')`;

function pageOf(list: string, query: PageQuery, start: string) {
  const keyset = new Keyset({ name: `documents_search ${list}`, defaultLimit: 20, maxLimit: 100 });
  const slice = keyset.read(query);
  if (slice.after && slice.after.length !== 2) throw new Refusal(400, 'Invalid cursor');
  return { keyset, slice, after: slice.after ?? [start, LAST.id] };
}

const nameOf = (list: string, { view }: Wanted, { parts }: Parameters) =>
  `documents_${list} ${view} ${parts.map((part) => part.slice(0, 2)).join('')}`;
