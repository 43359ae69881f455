import { Injectable } from '@nestjs/common';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { BlacklistEntry } from './blacklist-entry.entity.js';
import type { FoldedEntry } from './folding.js';

export type BlacklistRow = Omit<BlacklistEntry, 'folded'>;
type InsertedEntry = BlacklistRow & { is_new: boolean };

const SHOWN = 'id, type, value, reason, created_at';

// The update changes no value, but makes RETURNING answer the existing row.
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
// One index lookup for all networks and domains of the new account.
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

/** Compares values in their folded form, so that another spelling of the same value matches too. */
@Injectable()
export class BlacklistRepository extends BaseRepository {
  async existsAny(entries: FoldedEntry[]): Promise<boolean> {
    const types = entries.map(({ type }) => type);
    const folded = entries.map((entry) => entry.folded);
    return (await this.rows(MATCH, types, folded)).length > 0;
  }

  /** Those of the domains that are on the blacklist. */
  async listDomains(domains: string[]): Promise<string[]> {
    return (await this.rows<{ folded: string }>(DOMAINS, domains)).map(({ folded }) => folded);
  }

  /** Returns the existing entry if the same value is on the list, in any spelling. */
  async write({ type, folded }: FoldedEntry, value: string, reason: string | null) {
    const { is_new: isNew, ...entry } = await this.onlyOne<InsertedEntry>(ADD, type, value, folded, reason);
    return { entry, isNew };
  }

  remove(id: string): Promise<BlacklistRow | undefined> {
    return this.one<BlacklistRow>(REMOVE, id);
  }

  list(query: PageQuery) {
    return this.newest<BlacklistRow>(PAGE, query, NEWEST);
  }
}
