import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isLostConnection, isRetryable } from './database-error.js';
import type { Statement } from './sql.js';

interface Unit {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  open: boolean;
}

const ATTEMPTS = 4;

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
      return (await replica.query<Row>({ name: statement.name, text: statement.text, values })).rows;
    } catch (error) {
      // A conflict with replication is told as a serialisation failure.
      if (!isLostConnection(error) && !isRetryable(error)) throw error;
      this.logger.warn('a replica does not answer: read from the primary');
      return this.rows<Row>(statement, values);
    }
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
    await Promise.all([this.dataSource.destroy(), ...this.replicas.map((replica) => replica.end())]);
  }

  private result<Row extends QueryResultRow>({ name, text, writes }: Statement, values: unknown[]) {
    const unit = this.units.getStore();
    if (unit) return alive(unit).client.query<Row>({ name, text, values });
    if (writes) throw new Error(`A write outside a transaction: ${name}`);
    return this.pool.query<Row>({ name, text, values });
  }

  private async once<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const unit: Unit = { runner, client, afterCommit: [], open: true };
    try {
      await runner.startTransaction();
      const result = await this.units.run(unit, work);
      unit.open = false;
      // Not by TypeORM, which does not tell how it went: PostgreSQL answers the COMMIT of a transaction that
      // failed with a rollback, and without an error.
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('A statement failed and its error was swallowed');
      for (const effect of unit.afterCommit) this.units.exit(() => this.harmless(effect));
      return result;
    } catch (error) {
      unit.open = false;
      await this.abandon(unit);
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** A connection whose rollback fails is in an unknown state: it is ended, so that the pool drops it. */
  private async abandon({ runner, client }: Unit): Promise<void> {
    try {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
    } catch {
      void client.end?.();
    }
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
