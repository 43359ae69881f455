import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { answerStores } from './connection/answer-store.js';
import { Attempts } from './connection/attempts.js';
import { callGrouped } from './connection/grouped-calls.js';
import type { KeyedReads } from './connection/keyed-reads.js';
import { askPool } from './connection/pipelined-connection.js';
import type { PipelinedConnections } from './connection/pipelined-connections.js';
import { runTransaction } from './connection/run-transaction.js';
import {
  type Collector,
  type Deferred,
  type LastStatement,
  queryFor,
  requireOpen,
  send,
  type Unit,
  unitStorage,
} from './connection/transaction-unit.js';
import type { Ask } from './cursor.js';
import { isLostConnection, isRetryable, sqlState } from './database-error.js';
import { SharedTransactions, type TransactionFigures } from './shared-transactions.js';
import { type GroupedStatement, type KeyedStatement, type Statement, sql } from './sql.js';

/**
 * Marks the result of a transaction as the answer of the request. When the request has an `Idempotency-Key`, the
 * answer is stored by that transaction itself, so the effect and its answer commit together. The handler has to
 * return the same object.
 */
export function asAnswer<T extends object>(body: T): T {
  answerStores.getStore()?.mark(body);
  return body;
}

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
  private readonly shared: SharedTransactions;

  constructor(
    readonly dataSource: DataSource,
    private readonly pool: Pool,
    private readonly keyedReads: KeyedReads,
    private readonly hot: PipelinedConnections,
    private readonly replicas: Pool[],
    private readonly figures?: TransactionFigures,
  ) {
    this.shared = new SharedTransactions(
      dataSource,
      (work) => this.transaction(work),
      (effects) => this.runEffects(effects),
      figures,
    );
  }

  /**
   * Runs the work in one transaction. The whole transaction is retried after a deadlock, a serialisation
   * failure or an outdated prepared statement, because PostgreSQL has rolled it back. After the time-out of a lock it
   * is retried once: the holders before it have mostly ended by then. It is not retried after a lost connection,
   * because the COMMIT may have happened.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (unitStorage.getStore()) return work();
    const attempts = new Attempts();
    for (;;) {
      try {
        return await this.runOnce(work, attempts.prepares);
      } catch (error) {
        await attempts.expectNext(error);
        this.figures?.retried(sqlState(error) as string);
      }
    }
  }

  /**
   * Like `transaction`, for small writes that many callers make at once: those that come in the same moment share one
   * transaction. Not for money, stock or seats, and only by the rules of decision 0034. `kind` names the write in the metrics.
   */
  sharedTransaction<T>(kind: string, work: () => Promise<T>): Promise<T> {
    return unitStorage.getStore() ? work() : this.shared.run(kind, work);
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
    this.defer({ statement, values, answered });
  }

  /**
   * Like `atEnd`, and passes the rows to `committed` after the COMMIT. When the process dies in between, the
   * callback does not run.
   */
  atEndThen(statement: Statement, values: unknown[], committed: (rows: QueryResultRow[]) => void): void {
    this.defer({ statement, values, committed });
  }

  gather<Item>(collector: Collector<Item>, item: Item): void {
    this.defer({ collector: collector as Collector<unknown>, item });
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

  /** The caller's row of a grouped statement; undefined if it has changed or locked nothing for them. */
  async groupedRow<Row extends object>(statement: GroupedStatement, values: unknown[]): Promise<Row | undefined> {
    const unit = this.requireUnit(statement.name);
    const row = await markingFailure(unit, callGrouped(unit, statement, values));
    if (row && statement.changes !== 'nothing') unit.hasWritten = true;
    return row as Row | undefined;
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

  /** For a hot read by key: outside transactions it shares a connection and its statements, where all wait behind a slow one. */
  quickRows<Row extends object>(statement: KeyedStatement, key: unknown[]): Promise<Row[]> {
    if (unitStorage.getStore()) return this.rows<Row>(statement, key);
    return this.keyedReads.rows(statement, key) as Promise<Row[]>;
  }

  /** For a hot read that is short as a rule: outside transactions it shares a few pipelined connections with others. */
  hotRows<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    if (unitStorage.getStore()) return this.rows<Row>(statement, values);
    return this.hot.rows(statement, values) as Promise<Row[]>;
  }

  /** TypeORM's manager. It is available inside a transaction only, so that no write can happen outside one. */
  get manager(): EntityManager {
    const unit = unitStorage.getStore();
    if (!unit) throw new Error('A write outside a transaction');
    requireOpen(unit).hasWritten = true;
    return unit.runner.manager;
  }

  /**
   * Runs SQL that the caller built, inside the current transaction if there is one. It exists for libraries
   * that write their own SQL (jobs).
   */
  async raw(text: string, values: unknown[] = []): Promise<{ rows: QueryResultRow[] }> {
    const unit = unitStorage.getStore();
    if (!unit) return this.pool.query(text, values);
    requireOpen(unit).hasWritten = true;
    return unit.client.query(queryFor(unit, { text }, values));
  }

  inTransaction(): boolean {
    return unitStorage.getStore() !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing = true;
    await Promise.all([
      this.dataSource.destroy(),
      this.keyedReads.end(),
      this.hot.end(),
      ...this.replicas.map((replica) => replica.end()),
    ]);
  }

  private defer(deferred: LastStatement | { collector: Collector<unknown>; item: unknown }): void {
    const unit = this.requireUnit('statement' in deferred ? deferred.statement.name : 'a collected item');
    unit.tail.push({ unit, ...deferred } as Deferred);
  }

  private requireUnit(name: string): Unit {
    const unit = unitStorage.getStore();
    if (!unit) throw new Error(`A write outside a transaction: ${name}`);
    return requireOpen(unit);
  }

  private runStatement(statement: Statement, values: unknown[]) {
    const { name, writes } = statement;
    const unit = unitStorage.getStore();
    if (unit) return this.runInUnit(unit, statement, values);
    if (writes) throw new Error(`A write outside a transaction: ${name}`);
    return askPool(this.pool, statement, values);
  }

  private async runInUnit(unit: Unit, statement: Statement, values: unknown[]): Promise<QueryResult> {
    const { changes } = statement;
    const answer = await markingFailure(unit, send(requireOpen(unit), { statement, values }));
    if (changes === 'any rows' || (changes === 'counted rows' && answer.rowCount)) unit.hasWritten = true;
    return answer;
  }

  private async runOnce<T>(work: () => Promise<T>, prepares: boolean): Promise<T> {
    const { result, effects } = await runTransaction(this.dataSource, work, prepares);
    this.runEffects(effects);
    return result;
  }

  private runEffects(effects: (() => void)[]): void {
    for (const effect of effects) this.outside(() => this.runEffect(effect));
  }

  private runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.logger.error(error);
    }
  }
}

/** After an error the transaction is aborted, also if the caller makes a refusal of it, so it counts as a write. */
async function markingFailure<Answer>(unit: Unit, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    unit.hasWritten = true;
    throw error;
  }
}
