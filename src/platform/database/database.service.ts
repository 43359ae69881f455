import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { Ask } from './cursor.js';
import { isLostConnection, isOutlivedConnection, isRetryable, isStalePlan } from './database-error.js';
import { askPool, type PipelinedConnection, sendInOnePacket } from './connection/pipelined-connection.js';
import { type Statement, sql } from './sql.js';
import {
  requireOpen,
  type Collector,
  commit,
  type LastStatement,
  queryFor,
  rollBack,
  sendAwaited,
  type Unit,
} from './connection/transaction-unit.js';

/** Stores the answer of one idempotent operation within the transaction that returns it. */
export interface AnswerStore {
  mark(body: object): void;
  isMarked(result: unknown): result is object;
  /**
   * Builds the last statement before the COMMIT. The statement, and with it the transaction, fails when the
   * answer must not be stored.
   */
  statementFor(answer: object): { statement: Statement; values: unknown[] };
  committed(answer: object): void;
}

/** The store of the current operation. Only a request with an `Idempotency-Key` has one. */
export const answerStores = new AsyncLocalStorage<AnswerStore | undefined>();

/**
 * Marks the result of a transaction as the answer of the request. When the request has an `Idempotency-Key`, the
 * answer is stored by that transaction itself, so the effect and its answer commit together. The handler has to
 * return the same object.
 */
export function asAnswer<T extends object>(body: T): T {
  answerStores.getStore()?.mark(body);
  return body;
}

/**
 * The transaction of the current operation. One storage serves all services of a process (tests start many):
 * Node.js 20 writes each storage under a symbol of its own to every promise, and many symbols make that slow.
 */
const unitStorage = new AsyncLocalStorage<Unit | undefined>();

const ATTEMPTS = 4;
/** All reads see the same snapshot, and writes fail. */
const SNAPSHOT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** Exports read all rows of a cursor. Without this setting PostgreSQL plans for the first tenth of them. */
const ALL_ROWS = 'SET LOCAL cursor_tuple_fraction = 1';
const TAKE_TIME = sql('database_take_time', `SELECT set_config('statement_timeout', $1, true)`);
/** The driver's time-out is later than the server's. */
const MARGIN_MS = 2_000;

/**
 * The only access to PostgreSQL. A transaction lives in AsyncLocalStorage: repositories that are called
 * inside `transaction` take part in it without a handle, and a nested call joins it.
 */
@Injectable()
export class DatabaseService implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');
  /** True from the shutdown on: connections that end are then not reported as lost. */
  closing = false;
  private nextReplica = 0;

  constructor(
    readonly dataSource: DataSource,
    private readonly pool: Pool,
    private readonly pipelined: PipelinedConnection,
    private readonly replicas: Pool[],
  ) {}

  /**
   * Runs the work in one transaction. The whole transaction is retried after a deadlock, a serialisation
   * failure or an outdated prepared statement, because PostgreSQL has rolled it back. It is not retried after
   * a lost connection, because the COMMIT may have happened.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (unitStorage.getStore()) return work();
    let prepares = true;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(work, prepares);
      } catch (error) {
        const isStale = prepares && isStalePlan(error);
        if (attempt >= ATTEMPTS || !(isStale || isRetryable(error))) throw error;
        if (isStale) prepares = false;
        else await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  /**
   * Runs reads on one snapshot and one connection; each statement may take `ms`. `ask` is bound to that
   * connection, because a stream that is read later runs outside the context of the transaction.
   */
  snapshot<T>(ms: number, work: (ask: Ask) => Promise<T>): Promise<T> {
    if (this.inTransaction()) throw new Error('A snapshot inside a transaction');
    return this.transaction(async () => {
      const unit = this.requireUnit(SNAPSHOT);
      const ask: Ask = (text, values) => requireOpen(unit).client.query(queryFor(unit, { text }, values));
      await ask(SNAPSHOT);
      await this.takeTime(ms);
      await ask(ALL_ROWS);
      return work(ask);
    });
  }

  /**
   * Sends the statement together with the COMMIT, in the order of the calls. Rows that many transactions
   * write at once are then locked only while PostgreSQL works, not while the application does. Statements
   * with `answered` are answered just before the COMMIT, so the callback may defer more statements.
   */
  atEnd(statement: Statement, values: unknown[], answered?: (rows: QueryResultRow[]) => void): void {
    this.requireUnit(statement.name).last.push({ statement, values, answered });
  }

  /**
   * Like `atEnd`, and passes the rows to `committed` after the COMMIT. When the process dies in between, the
   * callback does not run.
   */
  atEndThen(statement: Statement, values: unknown[], committed: (rows: QueryResultRow[]) => void): void {
    this.requireUnit(statement.name).last.push({ statement, values, committed });
  }

  gather<Item>(collector: Collector<Item>, item: Item): void {
    const { gathered } = this.requireUnit(collector.statement.name);
    const items = gathered.get(collector as Collector<unknown>);
    if (items) items.push(item);
    else gathered.set(collector as Collector<unknown>, [item]);
  }

  /** Sets the time-out for the following statements of the current transaction, on the server and in the driver. */
  async takeTime(ms: number): Promise<void> {
    this.requireUnit(TAKE_TIME.name).patienceMs = ms + MARGIN_MS;
    await this.rows(TAKE_TIME, [String(ms)]);
  }

  /**
   * Runs the effect after the COMMIT, or at once outside a transaction. The effect is lost when the process
   * dies in between.
   */
  afterCommit(effect: () => void): void {
    const unit = unitStorage.getStore();
    if (unit) requireOpen(unit).afterCommit.push(effect);
    else effect();
  }

  /**
   * Runs the work outside the current transaction and the current idempotent operation, for work that outlives them.
   * Not by `exit`, which switches the storage off and on for the whole process.
   */
  outside<T>(work: () => T): T {
    return unitStorage.run(undefined, () => answerStores.run(undefined, work));
  }

  /** Throws inside a transaction, because its connection and locks would be held until the slow work is done. */
  refuseInTransaction(work: string): void {
    if (!unitStorage.getStore()?.open) return;
    throw new Error(`${work} inside a transaction: move it before the BEGIN or behind the COMMIT`);
  }

  async rows<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.runStatement(statement, values)).rows as Row[];
  }

  async count(statement: Statement, values: unknown[] = []): Promise<number> {
    return (await this.runStatement(statement, values)).rowCount ?? 0;
  }

  /**
   * Reads from a replica if there is one, and from the primary when the replica does not answer. The rows may
   * be slightly out of date.
   */
  async laggingRows<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    const replica = this.replicas[this.nextReplica++ % (this.replicas.length || 1)];
    if (!replica || unitStorage.getStore()) return this.rows<Row>(statement, values);
    try {
      return (await askPool(replica, statement, values)).rows as Row[];
    } catch (error) {
      // PostgreSQL reports a conflict with replication as a serialisation failure.
      if (!isLostConnection(error) && !isRetryable(error)) throw error;
      this.logger.warn('a replica does not answer: read from the primary');
      return this.rows<Row>(statement, values);
    }
  }

  /** For a read by key that nearly every request makes: outside transactions it uses the pipelined connection. */
  async quickRows<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    if (unitStorage.getStore()) return this.rows<Row>(statement, values);
    return (await this.pipelined.rows(statement, values)) as Row[];
  }

  /** TypeORM's manager. It is available inside a transaction only, so that no write can happen outside one. */
  get manager(): EntityManager {
    const unit = unitStorage.getStore();
    if (!unit) throw new Error('A write outside a transaction');
    return requireOpen(unit).runner.manager;
  }

  /**
   * Runs SQL that the caller built, inside the current transaction if there is one. It exists for libraries
   * that write their own SQL (jobs).
   */
  async raw(text: string, values: unknown[] = []): Promise<{ rows: QueryResultRow[] }> {
    const unit = unitStorage.getStore();
    if (!unit) return this.pool.query(text, values);
    return requireOpen(unit).client.query(queryFor(unit, { text }, values));
  }

  inTransaction(): boolean {
    return unitStorage.getStore() !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    await Promise.all([
      this.dataSource.destroy(),
      this.pipelined.end(),
      ...this.replicas.map((replica) => replica.end()),
    ]);
  }

  private requireUnit(name: string): Unit {
    const unit = unitStorage.getStore();
    if (!unit) throw new Error(`A write outside a transaction: ${name}`);
    return requireOpen(unit);
  }

  private runStatement(statement: Statement, values: unknown[]) {
    const { name, writes } = statement;
    const unit = unitStorage.getStore();
    if (unit) return requireOpen(unit).client.query(queryFor(unit, statement, values));
    if (writes) throw new Error(`A write outside a transaction: ${name}`);
    return askPool(this.pool, statement, values);
  }

  private async runOnce<T>(work: () => Promise<T>, prepares: boolean): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const none = { last: [], gathered: new Map(), afterCommit: [] };
    const unit: Unit = { runner, client, ...none, prepares, open: true };
    const begun = sendInOnePacket(client, () => client.query('BEGIN'));
    let result: T;
    const store = answerStores.getStore();
    let storing: LastStatement | undefined;
    try {
      result = await unitStorage.run(unit, async () => {
        const done = await work();
        await sendAwaited(unit);
        return done;
      });
      await begun;
      if (store?.isMarked(result)) storing = store.statementFor(result);
      unit.open = false;
      await commit(unit, storing);
    } catch (error) {
      const isSound = unit.open ? await rollBack(unit, begun) : !isLostConnection(error);
      // The pool drops a connection that was ended, and would hand out any other again.
      if (!isSound || isOutlivedConnection(error)) void client.end?.();
      throw error;
    } finally {
      await runner.release();
    }
    if (storing) store?.committed(result as T & object);
    for (const effect of unit.afterCommit) this.outside(() => this.runEffect(effect));
    return result;
  }

  private runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.logger.error(error);
    }
  }
}
