import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Link } from '../entities/link.entity.js';
import { hasSlug, RETIRED_BY_ANOTHER } from './link.sql.js';

const COLUMNS = {
  domain_id: 'uuid',
  slug: 'text',
  url: 'text',
  title: 'text',
  external_id: 'text',
  tags: 'text[]',
  redirect_status: 'smallint',
  forward_query: 'boolean',
  utm: 'jsonb',
  rules: 'jsonb',
  password_hash: 'text',
  starts_at: 'timestamptz',
  expires_at: 'timestamptz',
  expired_url: 'text',
  max_clicks: 'int',
} as const;
const NAMES = Object.keys(COLUMNS);
const NEW = `jsonb_to_recordset($2::jsonb) AS n (place int, id uuid, ${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

const LOCK_OWNER = sql('shortlinks_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT = sql(
  'shortlinks_count',
  'SELECT count(*)::int AS n FROM (SELECT FROM ext_shortlinks.links WHERE owner_id = $1 LIMIT $2) own',
);
// In the order of the unique index, so that two lists with the same slugs wait for each other and do not deadlock.
const INSERT = sql(
  'shortlinks_insert',
  `INSERT INTO ext_shortlinks.links (id, owner_id, url_checked_at, ${NAMES.join(', ')})
   SELECT n.id, $1, now(), ${NAMES.map((name) => `n.${name}`).join(', ')} FROM ${NEW} ORDER BY n.slug, n.domain_id, n.place
   ON CONFLICT DO NOTHING RETURNING id`,
);
// Runs after the insert: the insert waited for a transaction that gives the slug up, so its result is visible.
const RETIRED = sql(
  'shortlinks_retired_among',
  `SELECT n.id FROM ext_shortlinks.links n WHERE n.id = ANY ($1::uuid[]) AND ${RETIRED_BY_ANOTHER}`,
);
const TAKE_BACK = sql('shortlinks_take_back', 'DELETE FROM ext_shortlinks.links WHERE id = ANY ($1::uuid[])');
const CONFLICTS = sql(
  'shortlinks_conflicts',
  `SELECT n.id,
     EXISTS (SELECT FROM ext_shortlinks.links t WHERE t.id = n.id AND t.owner_id = $1) AS itself,
     ${hasSlug('links')} OR ${hasSlug('retired_slugs', 'AND t.owner_id <> $1')} AS slug,
     EXISTS (SELECT FROM ext_shortlinks.links t WHERE t.owner_id = $1 AND t.external_id = n.external_id) AS external_id
   FROM ${NEW}`,
);
// The oldest of them, without anything that an address alone would not do.
const PLAIN = sql(
  'shortlinks_plain',
  `SELECT DISTINCT ON (l.url, l.domain_id) l.id, l.url, l.domain_id
   FROM unnest($2::text[]) a (url) JOIN ext_shortlinks.links l
     ON l.owner_id = $1 AND md5(l.url) = md5(a.url) AND l.url = a.url
   WHERE l.status = 'active' AND l.blocked_at IS NULL AND l.warned_at IS NULL AND l.rules = '[]'
     AND l.password_hash IS NULL AND l.starts_at IS NULL AND l.expires_at IS NULL AND l.expired_url IS NULL
     AND l.max_clicks IS NULL
   ORDER BY l.url, l.domain_id, l.id`,
);

const SLUG_STATES = sql(
  'shortlinks_slugs',
  `SELECT n.slug, ${hasSlug('links')} AS taken, ${RETIRED_BY_ANOTHER} AS retired
   FROM (SELECT $1::uuid AS owner_id, $2::uuid AS domain_id, unnest($3::text[]) AS slug) n`,
);

export type NewLinkRow = Pick<Link, 'id' | keyof typeof COLUMNS>;
export type PlainLink = Pick<Link, 'id' | 'url' | 'domain_id'>;
export interface SlugState {
  slug: string;
  taken: boolean;
  /** Another owner had the slug before. */
  retired: boolean;
}
export interface Conflict {
  id: string;
  /** It is there: the same call has made it before. */
  itself: boolean;
  slug: boolean;
  external_id: boolean;
}

/** Links in the making: many by one statement, and nobody's slug twice. */
@AppProvider()
export class NewLinkRepository extends BaseRepository {
  /** Serialises the creations of one owner, so that the limit and the check for duplicates hold. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** The number of the owner's links; counting stops at the limit. */
  async countOf(ownerId: string, most: number): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, ownerId, most))?.n ?? 0;
  }

  async slugStates(ownerId: string, domainId: string | null, slugs: string[]): Promise<Map<string, SlugState>> {
    const rows = await this.rows<SlugState>(SLUG_STATES, ownerId, domainId, slugs);
    return new Map(rows.map((row) => [row.slug, row]));
  }

  plain(ownerId: string, urls: string[]): Promise<PlainLink[]> {
    return this.rows<PlainLink>(PLAIN, ownerId, urls);
  }

  /** The ids of those that are made: of two that want the same slug, the first. */
  async insert(ownerId: string, links: NewLinkRow[]): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(INSERT, ownerId, numbered(links));
    const made = new Set(rows.map(({ id }) => id));
    const retired = await this.retired([...made]);
    if (retired.length) await this.count(TAKE_BACK, retired);
    for (const id of retired) made.delete(id);
    return made;
  }

  /** What stands in their way. */
  conflicts(ownerId: string, links: NewLinkRow[]): Promise<Conflict[]> {
    return this.rows<Conflict>(CONFLICTS, ownerId, numbered(links));
  }

  /** Those of the links whose slugs only somebody else may have. */
  async retired(ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(RETIRED, ids)).map(({ id }) => id);
  }
}

const numbered = (links: NewLinkRow[]) => JSON.stringify(links.map((link, place) => ({ place, ...link })));
