import { isLiveSql } from '../items/roles.js';

export const VIEWS = ['all', 'recent', 'starred', 'shared', 'trash'] as const;
export type View = (typeof VIEWS)[number];

export interface Wanted {
  view: View;
  kind?: string;
  tag?: string;
  content_type?: string;
  folder?: { id: string; owner_id: string };
  from?: Date;
  to?: Date;
}

/** The values of a statement that is put together. */
export class Parameters {
  readonly values: unknown[] = [];
  /** What was put together, for the name of the statement. */
  readonly parts: string[] = [];
  private readonly places = new Map<unknown, string>();

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Of a value that a statement names several times, or not at all. */
  once(value: unknown): string {
    const place = this.places.get(value) ?? this.add(value);
    this.places.set(value, place);
    return place;
  }
}

/** What is shared with the caller, and all folders below that or below the folder that is asked for. */
export interface Reach {
  granted: string[];
  folders: string[];
}

const LIVE = 'i.trashed_at IS NULL';

/** Where to look, as conditions on an item `i`: in a tree, whose newest items are read from an index, and there for what. */
export interface Scope {
  tree: string;
  only: string;
}

export const placeOf = ({ tree, only }: Scope): string => tree + only;

/** None overlap. */
export function scopesOf(
  p: Parameters,
  userId: string,
  { granted, folders }: Reach,
  { view, folder }: Wanted,
): Scope[] {
  const user = () => `${p.once(userId)}::uuid`;
  if (view === 'trash')
    return [{ tree: `i.owner_id = ${user()} AND i.trashed_at IS NOT NULL`, only: ' AND i.id = i.trash_root_id' }];
  if (folder) {
    p.parts.push('folder');
    const tree = `i.owner_id = ${p.add(folder.owner_id)} AND ${LIVE}`;
    return [{ tree, only: ` AND i.parent_id = ANY (${p.add(folders)}::uuid[])` }];
  }
  const own = () => ({ tree: `i.owner_id = ${user()} AND ${LIVE}`, only: '' });
  if (!granted.length) return view === 'shared' ? [] : [own()];
  p.parts.push('granted');
  const below = `(i.id = ANY (${p.add(granted)}::uuid[]) OR i.parent_id = ANY (${p.add(folders)}::uuid[]))`;
  const shared = { tree: `${below} AND i.owner_id <> ${user()} AND ${LIVE}`, only: '' };
  return view === 'shared' ? [shared] : [own(), shared];
}

/** What is looked for besides words. */
export function filtersOf(p: Parameters, userId: string, wanted: Wanted): string {
  const { view, kind, tag, content_type, from, to } = wanted;
  const mark = (condition: string) =>
    `EXISTS (SELECT FROM ext_documents.marks m WHERE m.user_id = ${p.once(userId)}::uuid AND m.item_id = i.id AND ${condition})`;
  const given: [name: string, value: unknown, sql: (value: string) => string][] = [
    ['kind', kind, (value) => `i.kind = ${value}`],
    ['tag', tag, (value) => `i.tags @> ARRAY[${value}::text]`],
    ['type', content_type?.toLowerCase(), (value) => `starts_with(i.content_type, ${value})`],
    ['from', from, (value) => `i.created_at >= ${value}`],
    ['to', to, (value) => `i.created_at < ${value}`],
  ];
  const conditions = given.flatMap(([name, value, sql]) => {
    if (value === undefined) return [];
    p.parts.push(name);
    return [sql(p.add(value))];
  });
  if (view === 'starred') conditions.push(mark('m.starred'));
  if (view === 'recent') conditions.push(mark('m.last_opened_at IS NOT NULL'));
  return conditions.map((condition) => ` AND ${condition}`).join('');
}

export const GRANTED_SQL = `SELECT a.item_id AS id FROM ext_documents.access a WHERE a.user_id = $1 AND ${isLiveSql('a')}`;

/** What PostgreSQL looks for: the words, and what begins with the last of them. */
export interface Words {
  text: string;
  /** Undefined where the text says by signs what it looks for. */
  prefix: string | undefined;
  first: string;
}

export function wordsOf(given: string): Words {
  const text = given
    .toLowerCase()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isPlain = !/(^|\s)-|"|\bor\b/.test(text) && words.length > 0;
  return {
    text,
    prefix: isPlain ? `${words.map((word) => `'${word}'`).join(' & ')}:*` : undefined,
    first: words[0] ?? text,
  };
}
