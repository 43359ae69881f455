import { Injectable } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { DatabaseService } from './database.service.js';
import { type Keyset, newestFirst, type Page, type PageQuery, type Queue } from './page.js';
import type { GroupedStatement, KeyedStatement, Statement } from './sql.js';

/** The base of all repositories: runs named statements, and gives access to an entity's table inside a transaction. */
@Injectable()
export abstract class BaseRepository {
  constructor(protected readonly database: DatabaseService) {}

  protected rows<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.database.rows<Row>(statement, values);
  }

  protected async one<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row | undefined> {
    const [row] = await this.database.rows<Row>(statement, values);
    return row;
  }

  /** For a statement that always returns one row, such as an INSERT with RETURNING. */
  protected async onlyOne<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row> {
    const [row] = await this.database.rows<Row>(statement, values);
    if (row === undefined) throw new Error(`${statement.name} returned no row`);
    return row;
  }

  /**
   * A page of rows by `created_at` and `id`, newest first. The statement takes `values`, then the three values of
   * `newestFirst`, then `more`.
   */
  protected async newest<Row extends { created_at: Date; id: string }>(
    keyset: Keyset,
    query: PageQuery,
    statement: Statement,
    values: unknown[] = [],
    more: unknown[] = [],
  ): Promise<Page<Row>> {
    const slice = keyset.read(query);
    const rows = await this.database.rows<Row>(statement, [...values, ...newestFirst(slice), ...more]);
    return keyset.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  /** A page of a list for staff: rows of this status, or of every status. */
  protected queued<Row extends { created_at: Date; id: string }>(
    keyset: Keyset,
    query: PageQuery,
    { all, ofStatus }: Queue,
    status: string | undefined,
  ): Promise<Page<Row>> {
    return status ? this.newest<Row>(keyset, query, ofStatus, [], [status]) : this.newest<Row>(keyset, query, all);
  }

  /** Reads from a replica if there is one; the rows may be slightly out of date. */
  protected lagging<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.database.laggingRows<Row>(statement, values);
  }

  /** For a hot read by key: all such reads share one pipelined connection, so each has to be fast. */
  protected async quick<Row extends object>(statement: KeyedStatement, ...key: unknown[]): Promise<Row | undefined> {
    const [row] = await this.database.quickRows<Row>(statement, key);
    return row;
  }

  /** For a hot read that is short as a rule (a page of a list): several pipelined connections serve such reads. */
  protected hot<Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]> {
    return this.database.hotRows<Row>(statement, values);
  }

  /** For a write of a shared transaction: those who call it in the same moment share the statement. */
  protected grouped<Row extends object>(statement: GroupedStatement, ...values: unknown[]): Promise<Row | undefined> {
    return this.database.groupedRow<Row>(statement, values);
  }

  /** Returns the number of rows that the statement affected. */
  protected count(statement: Statement, ...values: unknown[]): Promise<number> {
    return this.database.count(statement, values);
  }

  /**
   * Defers the statement to the COMMIT. It is meant for writes whose result nobody needs, above all to rows
   * that many transactions write at once.
   */
  protected atEnd(statement: Statement, ...values: unknown[]): void {
    this.database.atEnd(statement, values);
  }

  protected table<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>) {
    return this.database.manager.getRepository(entity);
  }
}
