import { isLostConnection } from '../database-error.js';
import { QueryBatcher } from '../query-batcher.js';
import type { KeyedStatement } from '../sql.js';
import type { PipelinedConnection } from './pipelined-connection.js';

type Placed = object & { place: number };

/**
 * Hot reads by key. Those of one statement that arrive while it is running are the next statement together, which costs
 * PostgreSQL and the driver a fraction of what each alone costs. A read begins after its caller has asked, so nobody gets
 * a row from before their request.
 */
export class KeyedReads {
  private readonly batchers = new Map<string, QueryBatcher<unknown[], object[]>>();

  constructor(private readonly connection: PipelinedConnection) {}

  rows(statement: KeyedStatement, key: unknown[]): Promise<object[]> {
    let batcher = this.batchers.get(statement.name);
    if (!batcher) {
      batcher = new QueryBatcher((keys) => this.readAll(statement, keys));
      this.batchers.set(statement.name, batcher);
    }
    return batcher.query(key);
  }

  end(): Promise<void> {
    return this.connection.end();
  }

  private async readAll(statement: KeyedStatement, keys: unknown[][]): Promise<(object[] | Promise<object[]>)[]> {
    const [first = []] = keys;
    if (keys.length === 1) return [await this.connection.rows(statement, first)];
    try {
      const rows = await this.connection.rows<Placed>(
        statement.many,
        first.map((_, at) => keys.map((key) => key[at])),
      );
      const found = keys.map((): object[] => []);
      for (const row of rows) found[row.place - 1]?.push(row);
      return found;
    } catch (error) {
      if (isLostConnection(error)) throw error;
      // One key may be no value of its type. The others are read as if they were alone.
      return keys.map((key) => this.connection.rows(statement, key));
    }
  }
}
