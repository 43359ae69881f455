import type { Collector, LastStatement } from '../platform/database/connection/transaction-unit.js';
import { columnsOf, sql, type Statement } from '../platform/database/sql.js';
import type { CountedEvent } from './counted-event.entity.js';

/** An event that is to be stored. */
export type NewEvent<Event extends CountedEvent> = Omit<Event, 'id' | 'created_at'>;

/**
 * Inserts all events of a batch for one table with one statement. `columns`: the types of the columns that this kind of
 * event has beside those of every event.
 */
export class EventCollector<Event extends CountedEvent> implements Collector<NewEvent<Event>> {
  private readonly columns: (keyof NewEvent<Event>)[];
  private readonly statement: Statement;

  constructor(name: string, table: string, columns: { [Column in Exclude<keyof Event, keyof CountedEvent>]: string }) {
    const all = { ...columns, visitor_hash: 'bytea', country: 'text', device: 'text' };
    this.columns = Object.keys(all) as (keyof NewEvent<Event>)[];
    const arrays = Object.values<string>(all).map((type, at) => `$${at + 1}::${type}[]`);
    this.statement = sql(
      name,
      `INSERT INTO ${table} (${this.columns.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`,
    );
  }

  statements(events: NewEvent<Event>[]): LastStatement[] {
    return [{ statement: this.statement, values: columnsOf(events, ...this.columns) }];
  }
}
