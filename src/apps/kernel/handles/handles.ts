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

/**
 * `things`: the table with the unique `handle`. `former`: a table of handles that were given up, with a unique `handle`, the
 * column `of` that names the thing, and `released_at`. Nobody else gets such a handle for 90 days.
 */
export function handleStatements(
  schema: string,
  { things, former, of }: { things: string; former: string; of: string },
) {
  const statement = (name: string, text: string) => sql(`${schema}_handle_${name}`, text);
  const kept = `released_at > now() - interval '90 days'`;
  return {
    taken: statement(
      'taken',
      `SELECT handle FROM ${schema}.${things} WHERE handle = ANY ($1::text[]) AND id IS DISTINCT FROM $2::uuid
       UNION SELECT handle FROM ${schema}.${former}
       WHERE handle = ANY ($1::text[]) AND ${of} IS DISTINCT FROM $2::uuid AND ${kept}`,
    ),
    // A handle that the thing takes back is no former one any more; one that others gave up long ago is free.
    forget: statement(
      'forget',
      `DELETE FROM ${schema}.${former} WHERE handle = $1 AND (${of} = $2 OR released_at <= now() - interval '90 days')`,
    ),
    release: statement(
      'release',
      `INSERT INTO ${schema}.${former} (handle, ${of}) VALUES ($1, $2)
       ON CONFLICT (handle) DO UPDATE SET ${of} = excluded.${of}, released_at = now()`,
    ),
    movedTo: statement('moved_to', `SELECT ${of} AS id FROM ${schema}.${former} WHERE handle = $1 AND ${kept}`),
  };
}

/**
 * Public names of things, unique in an app. A blacklisted username is reserved, and so is a filtered word.  The unique index
 * decides a race: the insert of the loser fails with a conflict.
 */
export abstract class Handles extends BaseRepository {
  protected abstract readonly handleStatements: ReturnType<typeof handleStatements>;
  protected abstract readonly rules: HandleRules;

  constructor(
    database: DatabaseService,
    private readonly registration: RegistrationRulesService,
  ) {
    super(database);
  }

  /** Why the thing cannot have this handle. Undefined: it can. */
  async faultOf(handle: string, thingId: string | null): Promise<HandleFault | undefined> {
    const fault = this.faultOfText(handle);
    if (fault) return fault;
    if (!(await this.registration.allowsName(handle))) return 'reserved';
    return (await this.taken([handle], thingId)).size ? 'taken' : undefined;
  }

  /** Stores that the thing takes a handle in place of another one, in the transaction that changes it. */
  async change(thingId: string, before: string | null, after: string | null): Promise<void> {
    if (after !== null) await this.count(this.handleStatements.forget, after, thingId);
    if (before !== null && before !== after) await this.count(this.handleStatements.release, before, thingId);
  }

  /** The thing that had this handle within 90 days, for a redirect. */
  async movedTo(handle: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(this.handleStatements.movedTo, handle))?.id;
  }

  /** Up to three free handles that are like this one. */
  async suggestions(handle: string): Promise<string[]> {
    const plain = handle
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, this.rules.longest - 4);
    const year = new Date().getUTCFullYear();
    const wanted = [plain, `${plain}-1`, `my-${plain}`, `${plain}-hq`, `${plain}${year}`, `${plain}-2`];
    const possible = wanted.filter((one) => this.faultOfText(one) === undefined);
    const taken = await this.taken(possible, null);
    return possible.filter((one) => one !== handle && !taken.has(one)).slice(0, SUGGESTIONS);
  }

  private faultOfText(handle: string): HandleFault | undefined {
    if (handle.length > this.rules.longest || !this.rules.form.test(handle)) return 'invalid';
    return this.rules.reserved.has(handle) ? 'reserved' : undefined;
  }

  private async taken(handles: string[], thingId: string | null): Promise<Set<string>> {
    const rows = await this.rows<{ handle: string }>(this.handleStatements.taken, handles, thingId);
    return new Set(rows.map(({ handle }) => handle));
  }
}
