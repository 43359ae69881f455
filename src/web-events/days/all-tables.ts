import type { CountedEvents, EventTable } from './event-table.js';

/** One after the other, each until there is no more to do. One that fails keeps none of the others from its turn. */
export async function allTables(
  tables: CountedEvents[],
  step: (events: EventTable) => Promise<boolean>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { events } of tables) {
    try {
      while (await step(events));
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length) throw faults[0];
}
