import { Injectable } from '@nestjs/common';
import { RegistrationRulesService } from '../../../account/users/registration-rules.service.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { sql } from '../../../platform/database/sql.js';

/** How the handles of an app look, in lower case. */
export interface HandleRules {
  form: RegExp;
  longest: number;
  reserved: ReadonlySet<string>;
}

export type HandleFault = 'invalid' | 'reserved' | 'taken';

const SUGGESTIONS = 3;

interface HandleTables {
  /** The table of the things, with a unique column `handle`. */
  things: string;
  /** The table of handles that were given up, with a unique column `handle` and `released_at`. */
  former: string;
  /** Its column that names the thing, where a former handle leads. */
  of: string;
  /** Its column that names who alone may take the handle back; the thing itself if it is not given. */
  keeper?: string;
}

/** Nobody but the keeper gets a former handle for 90 days. */
export function handleStatements(schema: string, { things, former, of, keeper = of }: HandleTables) {
  const statement = (name: string, text: string) => sql(`${schema}_${former}_${name}`, text);
  const kept = `released_at > now() - interval '90 days'`;
  const isKept = keeper === of ? '' : `, ${keeper}`;
  return {
    hasKeeper: keeper !== of,
    taken: statement(
      'taken',
      `SELECT handle FROM ${schema}.${things} WHERE handle = ANY ($1::text[]) AND id IS DISTINCT FROM $2::uuid
       UNION SELECT handle FROM ${schema}.${former}
       WHERE handle = ANY ($1::text[]) AND ${keeper} IS DISTINCT FROM $3::uuid AND ${kept}`,
    ),
    // A handle that its keeper takes back is no former one any more; one that was given up long ago is free.
    forget: statement(
      'forget',
      `DELETE FROM ${schema}.${former} WHERE handle = $1 AND (${keeper} = $2 OR NOT ${kept})`,
    ),
    release: statement(
      'release',
      `INSERT INTO ${schema}.${former} (handle, ${of}${isKept}) VALUES ($1, $2${isKept && ', $3'})
       ON CONFLICT (handle) DO UPDATE SET ${of} = excluded.${of}, released_at = now()
         ${isKept && `, ${keeper} = excluded.${keeper}`}`,
    ),
    movedTo: statement('moved_to', `SELECT ${of} AS id FROM ${schema}.${former} WHERE handle = $1 AND ${kept}`),
  };
}

/** A thing, and who keeps its former handles where that is not the thing itself. Without an id, it is a new one. */
interface Holder {
  id: string | null;
  keeper?: string;
}

/**
 * Public names of things, unique in an app. A blacklisted username is reserved, and so is a filtered word. The unique index
 * decides a race: the insert of the loser fails with a conflict.
 */
@Injectable()
export abstract class Handles extends BaseRepository {
  protected abstract readonly handleStatements: ReturnType<typeof handleStatements>;
  protected abstract readonly rules: HandleRules;

  constructor(
    database: DatabaseService,
    private readonly registration: RegistrationRulesService,
  ) {
    super(database);
  }

  /** Why the thing cannot have this handle. Undefined: it can. Not inside a transaction, as it filters words. */
  async faultOf(handle: string, holder: Holder): Promise<HandleFault | undefined> {
    const fault = this.faultOfText(handle);
    if (fault) return fault;
    if (!(await this.registration.allowsName(handle))) return 'reserved';
    return (await this.taken([handle], holder)).size ? 'taken' : undefined;
  }

  /** Stores that a thing takes a handle in place of another one, or gives it up, in the transaction that changes it. */
  async change({ id, keeper }: Holder, before: string | null, after: string | null): Promise<void> {
    const { forget, release, hasKeeper } = this.handleStatements;
    if (after !== null) await this.count(forget, after, keeper ?? id);
    if (before !== null && before !== after) await this.count(release, before, id, ...(hasKeeper ? [keeper] : []));
  }

  /** The thing that had this handle within 90 days, for a redirect. */
  async movedTo(handle: string): Promise<string | undefined> {
    return (await this.one<{ id: string | null }>(this.handleStatements.movedTo, handle))?.id ?? undefined;
  }

  /** Up to three free handles that are like this one. */
  async suggestions(handle: string): Promise<string[]> {
    const plain = handle
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, this.rules.longest - 4);
    if (!plain || !(await this.registration.allowsName(plain))) return [];
    const year = new Date().getUTCFullYear();
    const wanted = [plain, `${plain}-1`, `my-${plain}`, `${plain}-hq`, `${plain}${year}`, `${plain}-2`];
    const possible = wanted.filter((one) => one !== handle && this.faultOfText(one) === undefined);
    const taken = await this.taken(possible, { id: null });
    return possible.filter((one) => !taken.has(one)).slice(0, SUGGESTIONS);
  }

  private faultOfText(handle: string): HandleFault | undefined {
    if (handle.length > this.rules.longest || !this.rules.form.test(handle)) return 'invalid';
    return this.rules.reserved.has(handle) ? 'reserved' : undefined;
  }

  /** Those of the handles that others have or keep. */
  protected async taken(handles: string[], { id, keeper }: Holder): Promise<Set<string>> {
    const rows = await this.rows<{ handle: string }>(this.handleStatements.taken, handles, id, keeper ?? id);
    return new Set(rows.map(({ handle }) => handle));
  }
}
