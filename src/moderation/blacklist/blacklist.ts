import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { BlacklistEntry } from './blacklist-entry.entity.js';
import { type BlacklistType, entriesAgainst, foldEntry, type Newcomer } from './folding.js';

type BlacklistRow = Omit<BlacklistEntry, 'folded'>;

const SHOWN = 'id, type, value, reason, created_at';

const ADD = sql(
  'blacklist_add',
  `INSERT INTO moderation.blacklist (type, value, folded, reason) VALUES ($1, $2, $3, $4)
   ON CONFLICT (type, folded) DO NOTHING RETURNING ${SHOWN}`,
);
const KNOWN = sql(
  'blacklist_known',
  `SELECT ${SHOWN} FROM moderation.blacklist WHERE type = $1 AND folded = $2`,
);
// One index, however many networks and domains somebody comes from.
const MATCH = sql(
  'blacklist_match',
  `SELECT FROM moderation.blacklist
   WHERE (type, folded) IN (SELECT * FROM unnest($1::text[], $2::text[])) LIMIT 1`,
);

/** Whom the platform does not want: compared folded, so that no other spelling gets past it. */
@Injectable()
export class Blacklist extends Repository {
  async refuses(newcomer: Newcomer): Promise<boolean> {
    const entries = entriesAgainst(newcomer);
    const types = entries.map(({ type }) => type);
    const folded = entries.map((entry) => entry.folded);
    return (await this.rows(MATCH, types, folded)).length > 0;
  }

  /** The same entry, in whatever spelling, is the one that is there; undefined where the value is none of the type. */
  async add(type: BlacklistType, value: string, reason: string | null): Promise<BlacklistRow | undefined> {
    const folded = foldEntry(type, value);
    if (!folded) return undefined;
    const added = await this.one<BlacklistRow & object>(ADD, type, value, folded, reason);
    return added ?? this.one<BlacklistRow & object>(KNOWN, type, folded);
  }
}
