import { type Client, escapeLiteral } from 'pg';
import { eventually, OPEN_JOB } from './service.js';

/** Not restored: the service and its queue keep these up to date, and no spec sees a difference. */
const KEPT = new Set([
  'platform.migrations',
  'platform.web_event_salts',
  'realtime.origin',
  'realtime.uptime',
  'jobs.version',
  'jobs.queue',
  'jobs.schedule',
]);
const ROUNDS = 3;
/** A process remembers what it has read or written here. */
const REMEMBERED = new Set(['moderation.censors_version', 'realtime.instances']);

interface Table {
  name: string;
  /** Of all its rows at the start. */
  rows: string;
  hash: string;
}

const HASH = `md5(coalesce(string_agg(row::text, '' ORDER BY row::text), ''))`;

/** Returns the database of a running service to the rows of its start, without invalidating a prepared statement. */
export class CleanDatabase {
  private constructor(
    private readonly keeper: Client,
    private readonly tables: { empty: string[]; filled: Table[] },
    private readonly schema: string,
  ) {}

  static async of(keeper: Client): Promise<CleanDatabase> {
    const { rows } = await keeper.query<{ name: string }>(
      `SELECT nspname || '.' || relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const names = rows.map(({ name }) => name).filter((name) => !KEPT.has(name));
    const filled: Table[] = [];
    for (const name of await namesOf(keeper, 'clean_filled', names.map(isFilled))) {
      const { rows: read } = await keeper.query<Omit<Table, 'name'>>(
        `SELECT json_agg(row)::text AS rows, ${HASH} AS hash FROM ${name} row`,
      );
      filled.push({ name, ...(read[0] as Omit<Table, 'name'>) });
    }
    const empty = names.filter((name) => !filled.some((table) => table.name === name));
    return new CleanDatabase(keeper, { empty, filled }, await schemaOf(keeper));
  }

  /** Waits until no job is open and the service has no statement under way. */
  async waitForQuiet(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.keeper.query<{ jobs: number; statements: number }>({
        name: 'clean_quiet',
        text: `SELECT (SELECT count(*) FROM jobs.job WHERE ${OPEN_JOB})::int AS jobs,
                 (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND backend_type = 'client backend' AND state <> 'idle')::int AS statements`,
      });
      const [{ jobs, statements }] = rows as [{ jobs: number; statements: number }];
      if (jobs || statements) throw new Error(`${jobs} jobs and ${statements} statements run at the end of the spec`);
    });
  }

  /**
   * Deletes and restores what has changed. False, and nothing is restored, if the process of the service may know rows that
   * would go. Fails when the spec has changed the schema, or when something still writes.
   */
  async restore(): Promise<boolean> {
    let left = await this.listChanged();
    // More than once: a statement that was under way at the end of the spec may write what is restored already.
    for (let round = 0; left.length && round < ROUNDS; round += 1) {
      if (left.some((name) => REMEMBERED.has(name))) return false;
      await this.keeper.query(this.restoreAll(left));
      await this.waitForQuiet();
      left = await this.listChanged();
    }
    if (left.length) throw new Error(`rows are written after the end of the spec: ${left.join(', ')}`);
    if ((await schemaOf(this.keeper)) !== this.schema)
      throw new Error('the spec changes the schema: it needs TestService.start()');
    return true;
  }

  private listChanged(): Promise<string[]> {
    const { empty, filled } = this.tables;
    return namesOf(this.keeper, 'clean_changed', [...empty.map(isFilled), ...filled.map(isChanged)]);
  }

  private restoreAll(changed: string[]): string {
    const restored = this.tables.filled.filter(({ name }) => changed.includes(name));
    return [
      'BEGIN',
      // Without triggers and foreign keys: all that they would reach goes too.
      'SET LOCAL session_replication_role = replica',
      ...changed.map((name) => `DELETE FROM ${name}`),
      ...restored.map(
        ({ name, rows }) =>
          `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ${escapeLiteral(rows)})`,
      ),
      'COMMIT',
    ].join(';\n');
  }
}

type Look = [name: string, condition: string];

const isFilled = (name: string): Look => [name, `EXISTS (SELECT FROM ${name})`];

const isChanged = ({ name, hash }: Table): Look => [name, `(SELECT ${HASH} FROM ${name} row) <> '${hash}'`];

/** The names whose condition holds, by one statement that is planned once. */
async function namesOf(keeper: Client, name: string, looks: Look[]): Promise<string[]> {
  const cases = looks.map(([table, condition]) => `CASE WHEN ${condition} THEN '${table}' END`);
  const text = `SELECT array_remove(ARRAY[${cases.join(',\n')}], NULL) AS names`;
  return (await keeper.query<{ names: string[] }>({ name, text })).rows[0]?.names ?? [];
}

/** Without partitions: the service makes and drops them as days pass. */
async function schemaOf(keeper: Client): Promise<string> {
  const { rows } = await keeper.query<{ state: string }>({
    name: 'clean_schema',
    text: `WITH kept AS MATERIALIZED (
             SELECT oid FROM pg_class WHERE NOT relispartition AND relkind <> 't' AND relnamespace <> 'pg_toast'::regnamespace)
           SELECT concat_ws(' ', (SELECT count(*) FROM kept),
             (SELECT count(*) FROM pg_attribute WHERE attnum > 0 AND attrelid IN (SELECT oid FROM kept)),
             (SELECT count(*) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM kept)), (SELECT count(*) FROM pg_proc),
             (SELECT count(*) FROM pg_constraint WHERE conrelid = 0 OR conrelid IN (SELECT oid FROM kept))) AS state`,
  });
  return rows[0]?.state as string;
}
