import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Database } from './database.js';
import type { Statement } from './sql.js';

/** What every repository stands on: its statements by name, and its entity's table inside a transaction. */
@Injectable()
export abstract class Repository {
  constructor(protected readonly database: Database) {}

  protected rows<Row extends QueryResultRow>(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.database.rows<Row>(statement, values);
  }

  protected async one<Row extends QueryResultRow>(
    statement: Statement,
    ...values: unknown[]
  ): Promise<Row | undefined> {
    const [row] = await this.database.rows<Row>(statement, values);
    return row;
  }

  /** For reads that may lag a little behind: they may go to a replica. */
  protected lagging<Row extends QueryResultRow>(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.database.laggingRows<Row>(statement, values);
  }

  /** For a read by key that nearly every request makes. */
  protected async quick<Row extends QueryResultRow>(
    statement: Statement,
    ...values: unknown[]
  ): Promise<Row | undefined> {
    const [row] = await this.database.quickRows<Row>(statement, values);
    return row;
  }

  /** How many rows the statement touched. */
  protected count(statement: Statement, ...values: unknown[]): Promise<number> {
    return this.database.count(statement, values);
  }

  /** With the COMMIT: for what nobody waits for, above all on rows that many write at once. */
  protected atEnd(statement: Statement, ...values: unknown[]): void {
    this.database.atEnd(statement, values);
  }

  protected table<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>) {
    return this.database.manager.getRepository(entity);
  }
}
