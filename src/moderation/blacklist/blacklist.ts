import { Injectable } from '@nestjs/common';
import type { Newcomer } from '../../account/users/doorkeeper.port.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { BlacklistEntry } from './blacklist-entry.entity.js';
import { entriesAgainst, type Folded, foldedDomains } from './folding.js';

export type BlacklistRow = Omit<BlacklistEntry, 'folded'>;

const SHOWN = 'id, type, value, reason, created_at';

// The update changes nothing; it is what gives the row that is there already.
const ADD = sql(
  'blacklist_add',
  `INSERT INTO moderation.blacklist AS b (type, value, folded, reason) VALUES ($1, $2, $3, $4)
   ON CONFLICT (type, folded) DO UPDATE SET folded = b.folded RETURNING ${SHOWN}, xmax = 0 AS is_new`,
);
const REMOVE = sql('blacklist_remove', `DELETE FROM moderation.blacklist WHERE id = $1 RETURNING ${SHOWN}`);
const NEWEST = sql(
  'blacklist_newest',
  `SELECT ${SHOWN} FROM moderation.blacklist
   WHERE (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
);
// One index, however many networks and domains somebody comes from.
const MATCH = sql(
  'blacklist_match',
  `SELECT FROM moderation.blacklist
   WHERE (type, folded) IN (SELECT * FROM unnest($1::text[], $2::text[])) LIMIT 1`,
);

const DOMAINS = sql(
  'blacklist_domains',
  `SELECT folded FROM moderation.blacklist WHERE type = 'domain' AND folded = ANY ($1)`,
);
const PAGE = new Keyset({ name: 'blacklist', defaultLimit: 50, maxLimit: 100 });

/** Whom the platform does not want: compared folded, so that no other spelling gets past it. */
@Injectable()
export class Blacklist extends Repository {
  async refuses(newcomer: Newcomer): Promise<boolean> {
    const entries = entriesAgainst(newcomer);
    const types = entries.map(({ type }) => type);
    const folded = entries.map((entry) => entry.folded);
    return (await this.rows(MATCH, types, folded)).length > 0;
  }

  /** Which of the hosts are on it, or lie in a domain that is. */
  async domains(hosts: string[]): Promise<string[]> {
    const folded = new Map(hosts.map((host) => [host, foldedDomains(host)]));
    const rows = await this.rows<{ folded: string }>(DOMAINS, [...new Set([...folded.values()].flat())]);
    const listed = new Set(rows.map((row) => row.folded));
    return [...folded].flatMap(([host, domains]) => (domains.some((one) => listed.has(one)) ? [host] : []));
  }

  /** The same entry, in whatever spelling, is the one that is there. */
  async add(
    { type, folded }: Folded,
    value: string,
    reason: string | null,
  ): Promise<{ entry: BlacklistRow; isNew: boolean }> {
    const row = await this.one<BlacklistRow & { is_new: boolean }>(ADD, type, value, folded, reason);
    const { is_new: isNew, ...entry } = row as BlacklistRow & { is_new: boolean };
    return { entry, isNew };
  }

  remove(id: string): Promise<BlacklistRow | undefined> {
    return this.one<BlacklistRow & object>(REMOVE, id);
  }

  async newest(query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<BlacklistRow & object>(NEWEST, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }
}
