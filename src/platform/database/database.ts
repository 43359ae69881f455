import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isLostConnection, isRetryable } from './database-error.js';
import { type QuickLane, together } from './quick-lane.js';
import { type Statement, sql } from './sql.js';

interface Unit {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly last: LastStatement[];
  readonly gathered: Map<Collector<unknown>, unknown[]>;
  readonly afterCommit: (() => void)[];
  /** How long the driver waits for each answer, where not as long as for all others. */
  patienceMs?: number;
  open: boolean;
}

interface LastStatement {
  statement: Statement;
  values: unknown[];
  answered?: (rows: QueryResultRow[]) => void;
  committed?: (rows: QueryResultRow[]) => void;
}

/** Writes all that a transaction gathers for it by one statement, the very last before the COMMIT. */
export interface Collector<Item> {
  readonly statement: Statement;
  values(items: Item[]): unknown[];
  committed(items: Item[], rows: QueryResultRow[]): void;
}

type Asked = Pick<Statement, 'text'> & Partial<Pick<Statement, 'name' | 'prepared'>>;

const ATTEMPTS = 4;
/** Without a name: there is nothing in it to prepare. */
const COMMIT = { text: 'COMMIT' };
const TAKE_TIME = sql('database_take_time', `SELECT set_config('statement_timeout', $1, true)`);
/** The driver gives up after the server should have, never before. */
const MARGIN_MS = 2_000;

/**
 * The one way to PostgreSQL. A transaction lives in AsyncLocalStorage: whoever calls a repository inside
 * `transaction` takes part in it without passing a handle on, and a nested call joins.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly units = new AsyncLocalStorage<Unit>();
  private readonly logger = new Logger('Database');
  /** Connections that end from now on are not lost but closed. */
  closing = false;
  private turn = 0;

  constructor(
    readonly dataSource: DataSource,
    private readonly pool: Pool,
    private readonly lane: QuickLane,
    private readonly replicas: Pool[],
  ) {}

  /** Runs the work as one unit: all or nothing, tried anew as a whole when PostgreSQL asks for it. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.units.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  /**
   * Goes to PostgreSQL together with the COMMIT, in the order of the calls: for what nobody waits for. Rows that
   * many write at once are then locked for as long as PostgreSQL needs, and not while we think. What has an `answered`
   * is answered just before, so that it may still gather.
   */
  atEnd(statement: Statement, values: unknown[], answered?: (rows: QueryResultRow[]) => void): void {
    this.unit(statement.name).last.push({ statement, values, answered });
  }

  /** The same, and its answer is looked at when it is true: nobody waits for that either, and it may be lost. */
  atEndThen(statement: Statement, values: unknown[], committed: (rows: QueryResultRow[]) => void): void {
    this.unit(statement.name).last.push({ statement, values, committed });
  }

  gather<Item>(collector: Collector<Item>, item: Item): void {
    const { gathered } = this.unit(collector.statement.name);
    const items = gathered.get(collector as Collector<unknown>);
    if (items) items.push(item);
    else gathered.set(collector as Collector<unknown>, [item]);
  }

  /** From here on each statement of the current transaction may take so long, for the server and for the driver. */
  async takeTime(ms: number): Promise<void> {
    this.unit(TAKE_TIME.name).patienceMs = ms + MARGIN_MS;
    await this.rows(TAKE_TIME, [String(ms)]);
  }

  /** For what may be lost: runs when the current transaction has committed, at once where there is none. */
  afterCommit(effect: () => void): void {
    const unit = this.units.getStore();
    if (unit) alive(unit).afterCommit.push(effect);
    else effect();
  }

  /** Leaves the current transaction, for work that must not end with it. */
  outside<T>(work: () => T): T {
    return this.units.exit(work);
  }

  async rows<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.result<Row>(statement, values)).rows;
  }

  async count(statement: Statement, values: unknown[] = []): Promise<number> {
    return (await this.result(statement, values)).rowCount ?? 0;
  }

  /** For reads that may lag a little: a replica where there is one, the primary where that is away. */
  async laggingRows<Row extends QueryResultRow>(
    statement: Statement,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const replica = this.replicas[this.turn++ % (this.replicas.length || 1)];
    if (!replica || this.units.getStore()) return this.rows<Row>(statement, values);
    try {
      return (await replica.query<Row>(queryOf(statement, values))).rows;
    } catch (error) {
      // A conflict with replication is told as a serialisation failure.
      if (!isLostConnection(error) && !isRetryable(error)) throw error;
      this.logger.warn('a replica does not answer: read from the primary');
      return this.rows<Row>(statement, values);
    }
  }

  /** For a read by key that nearly every request makes. */
  quickRows<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.units.getStore() ? this.rows<Row>(statement, values) : this.lane.rows<Row>(statement, values);
  }

  /** TypeORM's manager: inside a transaction only, so that no write can escape one. */
  get manager(): EntityManager {
    const unit = this.units.getStore();
    if (!unit) throw new Error('A write outside a transaction');
    return alive(unit).runner.manager;
  }

  /** A caller-made text, inside the current transaction: for libraries that write their own SQL (jobs). */
  async raw(text: string, values: unknown[] = []): Promise<{ rows: QueryResultRow[] }> {
    const unit = this.units.getStore();
    return (unit ? alive(unit).client : this.pool).query(text, values);
  }

  inTransaction(): boolean {
    return this.units.getStore() !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    await Promise.all([
      this.dataSource.destroy(),
      this.lane.end(),
      ...this.replicas.map((replica) => replica.end()),
    ]);
    // Node.js would go on handing it from every promise to the next, of a process that serves another after this one.
    this.units.disable();
  }

  private unit(name: string): Unit {
    const unit = this.units.getStore();
    if (!unit) throw new Error(`A write outside a transaction: ${name}`);
    return alive(unit);
  }

  private result<Row extends QueryResultRow>(statement: Statement, values: unknown[]) {
    const { name, writes } = statement;
    const unit = this.units.getStore();
    if (unit) return alive(unit).client.query<Row>(question(unit, statement, values));
    if (writes) throw new Error(`A write outside a transaction: ${name}`);
    return this.pool.query<Row>(queryOf(statement, values));
  }

  private async once<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const unit: Unit = { runner, client, last: [], gathered: new Map(), afterCommit: [], open: true };
    let result: T;
    try {
      const begun = together(client, () => client.query('BEGIN'));
      try {
        result = await this.units.run(unit, async () => {
          const done = await work();
          await settle(unit);
          return done;
        });
        await begun;
      } catch (error) {
        unit.open = false;
        await begun.catch(() => undefined);
        // A connection whose rollback fails is in an unknown state: it is ended, so that the pool drops it.
        await client.query('ROLLBACK').catch(() => client.end?.());
        throw error;
      }
      unit.open = false;
      await commit(unit);
    } finally {
      await runner.release();
    }
    for (const effect of unit.afterCommit) this.units.exit(() => this.harmless(effect));
    return result;
  }

  private harmless(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.logger.error(error);
    }
  }
}

function alive(unit: Unit): Unit {
  if (unit.open) return unit;
  throw new Error('The transaction has ended: something it started was not awaited');
}

const queryOf = ({ name, text, prepared }: Asked, values?: unknown[]): QueryConfig<unknown[]> =>
  prepared ? { name, text, values } : { text, values: values as unknown[] };

/** As the driver takes it, whose types do not know all of it. */
const question = ({ patienceMs }: Unit, statement: Asked, values?: unknown[]) =>
  ({ ...queryOf(statement, values), query_timeout: patienceMs }) as QueryConfig<unknown[]>;

const send = (unit: Unit, { statement, values }: LastStatement) =>
  ask(unit, question(unit, statement, values));

const ask = ({ client }: Unit, asked: QueryConfig<unknown[]>) => together(client, () => client.query(asked));

/** Those whose answer is asked for, and all before them: what comes of it may be gathered still. */
async function settle(unit: Unit): Promise<void> {
  while (unit.last.some(({ answered }) => answered)) {
    const asked = unit.last.splice(0);
    const answers = await all(asked.map((one) => send(unit, one)));
    asked.forEach((one, at) => tell(unit, one, answers[at]?.rows ?? []));
  }
}

function tell(unit: Unit, { answered, committed }: LastStatement, rows: QueryResultRow[]): void {
  answered?.(rows);
  if (committed) unit.afterCommit.push(() => committed(rows));
}

/** Not by TypeORM, which does not tell how it went: PostgreSQL answers the COMMIT of what failed with a rollback. */
async function commit(unit: Unit): Promise<void> {
  const gathered = [...unit.gathered];
  const last = gathered.map(([collector, items]) => ({
    statement: collector.statement,
    values: collector.values(items),
    committed: (rows: QueryResultRow[]) => collector.committed(items, rows),
  }));
  const asked: LastStatement[] = [...unit.last, ...last];
  const sent = asked.map((one) => send(unit, one));
  const ended = ask(unit, question(unit, COMMIT));
  const answers = await all([...sent, ended]);
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('A statement failed and its error was swallowed');
  asked.forEach((one, at) => tell(unit, one, answers[at]?.rows ?? []));
}

/** The first that failed says why; those after it only that one before them did. */
async function all(sent: Promise<QueryResult>[]): Promise<QueryResult[]> {
  const answers = await Promise.allSettled(sent);
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}
