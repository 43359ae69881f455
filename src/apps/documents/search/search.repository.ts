import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { searching, sql, type Statement } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { startingWith } from '../../kernel/lists/list.js';
import { HEADLINE } from '../../kernel/rows/headline.js';
import { Item } from '../entities/item.entity.js';
import type { SeenItem } from '../items/item.repository.js';
import { seenColumns } from '../items/roles.js';
import { FOLDERS } from '../items/tree.js';
import {
  filtersOf,
  GRANTED_SQL,
  Parameters,
  placeOf,
  type Reach,
  type Scope,
  scopesOf,
  type Wanted,
  type Words,
  wordsOf,
} from './search-parts.js';

export type FoundItem = SeenItem & { headline?: string; list_key: string };

const GRANTED = sql('documents_granted', GRANTED_SQL);
const WITHIN = sql('documents_folders_within', `${FOLDERS} SELECT DISTINCT id FROM folders`);
/** Of very many hits, the newest are ranked. */
const MOST_HITS = 300;
/** A word that many items have is found in the newest of them, without a list of all; in more of them if it looks so. */
const NEWEST = 2_000;
const MORE = 15_000;
const MANY = (MOST_HITS * NEWEST) / MORE;
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
    const user = `${p.once(userId)}::uuid`;
    const key = { recent: 'opened.last_opened_at', trash: 'i.trashed_at' }[wanted.view as string] ?? 'i.created_at';
    const { keyset, slice, after } = pageOf(`newest ${wanted.view}`, query, LAST.time);
    const scopes = scopesOf(p, userId, await this.reach(userId, wanted), wanted);
    const filters = filtersOf(p, userId, wanted);
    const [time, id, limit] = [p.add(after[0]), p.add(after[1]), p.add(slice.fetch)];
    // Of what is shared, without words: the items themselves, not what lies in them.
    const only = wanted.view === 'shared' && !wanted.folder ? ' AND i.id = ANY ($2::uuid[])' : '';
    const from = wanted.view === 'recent' ? `${RECENT} = ${user}` : 'ext_documents.items i';
    const branches = scopes.map(
      (scope) => `(SELECT ${seenColumns(user)}, ${key}::text AS list_key, ${key} AS moment FROM ${from}
        WHERE ${placeOf(scope)}${only}${filters} AND (${key}, i.id) < (${time}::timestamptz, ${id}::uuid)
        ORDER BY ${key} DESC, i.id DESC LIMIT ${limit})`,
    );
    if (!branches.length) return NONE;
    const text = `SELECT * FROM (${branches.join(' UNION ALL ')}) found ORDER BY moment DESC, id DESC LIMIT ${limit}`;
    const rows = await this.converted<FoundItem>(searching(nameOf('newest', wanted, p), text), ...p.values);
    return keyset.cut(rows, slice, (row) => [row.list_key, row.id]);
  }

  /** The best first, of those that have the words in their name, tags, description or content. */
  async ranked(userId: string, q: string, wanted: Wanted, query: PageQuery): Promise<Page<FoundItem>> {
    const { keyset, slice, after } = pageOf(`ranked ${wanted.view}`, query, LAST.rank);
    const found = wordsOf(q);
    const hits = await this.hits(userId, found, wanted);
    if (!hits.length) return NONE;
    const p = new Parameters();
    const matching = matchingOf(p, found);
    const statement = `SELECT ${seenColumns(`${p.add(userId)}::uuid`)}, best.rank::text AS list_key,
        ${headlineSql(matching.words, p.add(found.first))} AS headline
      FROM (SELECT * FROM (${rankSql(matching, p.add(hits))}) ranked
        WHERE (rank, id) < (${p.add(after[0])}::numeric, ${p.add(after[1])}::uuid)
        ORDER BY rank DESC, id DESC LIMIT ${p.add(slice.fetch)}) best
      JOIN ext_documents.items i ON i.id = best.id LEFT JOIN ext_documents.texts t ON t.item_id = i.id
      ORDER BY best.rank DESC, best.id DESC`;
    const name = `documents_ranked${found.prefix === undefined ? '' : ' prefix'}`;
    const rows = await this.converted<FoundItem>(searching(name, statement), ...p.values);
    return keyset.cut(rows, slice, (row) => [row.list_key, row.id]);
  }

  /** A word that many names have needs one statement, and one of many contents no list of all of them. */
  private async hits(userId: string, found: Words, wanted: Wanted): Promise<string[]> {
    const reach = await this.reach(userId, wanted);
    const ids = async (list: string, write: (places: Scope[], matching: Matching, p: Parameters) => string) => {
      const p = new Parameters();
      const scopes = scopesOf(p, userId, reach, wanted);
      if (!scopes.length) return [];
      const filters = filtersOf(p, userId, wanted);
      const places = scopes.map(({ tree, only }) => ({ tree, only: only + filters }));
      const text = write(places, matchingOf(p, found), p);
      return this.ids(searching(nameOf(list, wanted, p), text), ...p.values);
    };
    const newest = async (list: string, more: string, condition: (matching: Matching) => string) => {
      const among = (many: number) =>
        ids(list, (places, matching, p) => newestSql(places, p.add(many), more, condition(matching)));
      const hits = await among(NEWEST);
      return hits.length < MANY || hits.length >= MOST_HITS ? hits : among(MORE);
    };
    const named = await newest('newest_names', '', ({ words, begins }) => `(i.search @@ ${words} OR ${begins()})`);
    if (named.length >= MOST_HITS) return named;
    const told = await newest('newest_texts', TEXTS, ({ words }) => `t.tsv @@ ${words}`);
    const rest = await (told.length < MOST_HITS ? ids('hits', hitsSql) : ids('names', namesSql));
    return [...new Set([...told, ...rest])];
  }

  private async reach(userId: string, { view, folder }: Wanted): Promise<Reach> {
    const granted = view === 'trash' || folder ? [] : await this.ids(GRANTED, userId);
    const tops = folder ? [folder.id] : granted;
    return { granted, folders: tops.length ? await this.ids(WITHIN, tops) : [] };
  }

  private async ids(statement: Statement, ...values: unknown[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(statement, ...values)).map(({ id }) => id);
  }
}

const RECENT = `ext_documents.marks opened JOIN ext_documents.items i ON i.id = opened.item_id
  AND opened.last_opened_at IS NOT NULL AND opened.user_id`;

interface Matching {
  words: string;
  begins: () => string;
  plain: string;
}

function matchingOf(p: Parameters, { text, prefix }: Words): Matching {
  const plain = p.add(text);
  const whole = `websearch_to_tsquery('simple', ${plain})`;
  if (prefix !== undefined) p.parts.push('prefix');
  return {
    plain,
    words: prefix === undefined ? whole : `(${whole} || to_tsquery('simple', ${p.add(prefix)}))`,
    begins: () => `lower(i.name) LIKE ${p.once(startingWith(text))}`,
  };
}

const NEWEST_FIRST = 'ORDER BY i.created_at DESC, i.id DESC';
/** The same order, and no index has it: what few items have is read by an index of words, whatever PostgreSQL expects. */
const OF_FEW = `ORDER BY i.created_at + interval '0' DESC, i.id DESC`;
const ITEMS = 'ext_documents.items i';
const TEXTS = 'JOIN ext_documents.texts t ON t.item_id = i.id';

const inEach = (places: Scope[], select: (place: Scope) => string) =>
  places.map((place) => `(${select(place)})`).join(' UNION ');

/** Those of the newest items of each tree that meet the condition. */
const newestSql = (places: Scope[], many: string, more: string, condition: string) =>
  inEach(
    places,
    ({ tree, only }) => `SELECT i.id FROM (SELECT * FROM ${ITEMS} WHERE ${tree} ${NEWEST_FIRST} LIMIT ${many}) i ${more}
      WHERE ${condition}${only} LIMIT ${MOST_HITS}`,
  );

/** The newest hits of each way to match; of names that are only similar the most similar. */
const namesSql = (places: Scope[], matching: Matching) => allSql(places, matching, []);
const hitsSql = (places: Scope[], matching: Matching) =>
  allSql(places, matching, [[`${ITEMS} ${TEXTS}`, `t.tsv @@ ${matching.words}`]]);

function allSql(
  places: Scope[],
  { words, begins, plain }: Matching,
  more: [from: string, condition: string][],
): string {
  const ways: [from: string, condition: string][] = [[ITEMS, `i.search @@ ${words}`], [ITEMS, begins()], ...more];
  const exact = ways.map(([from, condition]) =>
    inEach(
      places,
      (place) => `SELECT i.id FROM ${from} WHERE ${placeOf(place)} AND ${condition} ${OF_FEW} LIMIT ${MOST_HITS}`,
    ),
  );
  const similar = inEach(
    places,
    (place) => `SELECT i.id FROM ${ITEMS}
      WHERE ${placeOf(place)} AND ${plain} <% lower(i.name) AND (SELECT count(*) FROM exact) < ${FEW}
      ORDER BY word_similarity(${plain}, lower(i.name)) DESC, i.id DESC LIMIT ${FEW}`,
  );
  return `WITH exact AS MATERIALIZED (${exact.join(' UNION ')}) SELECT id FROM exact UNION ${similar}`;
}

const rankSql = ({ words, begins, plain }: Matching, hits: string) =>
  `SELECT i.id, round((ts_rank('{0.1, 0.2, 0.4, 1}', i.search || coalesce(t.tsv, ''), ${words})
     + CASE WHEN ${begins()} THEN 1 ELSE 0 END + 0.5 * word_similarity(${plain}, lower(i.name)))::numeric, 6) AS rank
   FROM ext_documents.items i LEFT JOIN ext_documents.texts t ON t.item_id = i.id WHERE i.id = ANY (${hits}::uuid[])`;

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
