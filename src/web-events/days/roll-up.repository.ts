import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import type { EventTable } from './event-table.js';
import { type RollUpStatements, rollUpStatements } from './roll-up.sql.js';

/** Things that one statement counts: none of them takes long, whatever the day was. */
const BATCH = 500;
const PURGED_AT_ONCE = 10_000;
const RETENTION_DAYS = 90;
/** Days further back may have lost events by now, and stay as they are. */
const COUNTED_AGAIN_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Ids are made by the clock, and the moment of an event is when its transaction began. */
const CLOCKS_MS = 60 * 60 * 1000;

interface State {
  through: string | null;
  yesterday: string;
}

@Injectable()
export class RollUpRepository extends Repository {
  private readonly known = new Map<string, RollUpStatements>();

  /**
   * Closes the next day that is over, with its numbers and its place in one transaction; the day before it is counted
   * once more, for what came in late. Tells whether there may be another.
   */
  closeNext(events: EventTable): Promise<boolean> {
    const statements = this.statements(events);
    return this.database.transaction(async () => {
      await this.count(statements.begin);
      const state = await this.one<State & object>(statements.lock);
      const next = state && (state.through ? plus(state.through, 1) : await this.first(statements));
      if (!state || !next || next > state.yesterday) return false;
      if (state.through && state.through >= plus(state.yesterday, -COUNTED_AGAIN_DAYS))
        await this.close(statements, state.through);
      await this.close(statements, next);
      await this.count(statements.move, next);
      return next < state.yesterday;
    });
  }

  /** The oldest events that are past their time, of closed days alone. Tells whether there may be more. */
  async purgeSome(events: EventTable): Promise<boolean> {
    const { purge } = this.statements(events);
    const days = events.retentionDays ?? RETENTION_DAYS;
    const gone = await this.database.transaction(() => this.count(purge, PURGED_AT_ONCE, days));
    return gone === PURGED_AT_ONCE;
  }

  private async close({ busy, hold, count, close }: RollUpStatements, day: string): Promise<void> {
    const ids = (await this.rows<{ id: string }>(busy, firstId(day), day)).map(({ id }) => id);
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
      ids.slice(at * BATCH, (at + 1) * BATCH),
    );
    for (const batch of batches) {
      for (const statement of [hold, ...count]) await this.count(statement, batch, day);
    }
    // Last, as visitors may wait for these rows.
    if (close) for (const batch of batches) await this.count(close, batch, day);
  }

  private async first({ first }: RollUpStatements): Promise<string | null | undefined> {
    return (await this.one<{ day: string | null }>(first))?.day;
  }

  private statements(events: EventTable): RollUpStatements {
    const known = this.known.get(events.name) ?? rollUpStatements(events);
    this.known.set(events.name, known);
    return known;
  }
}

const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** No id that was made on the day is smaller. */
function firstId(day: string): string {
  const hex = (Date.parse(day) - CLOCKS_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
