import type { QueryResultRow } from 'pg';
import type { GroupedStatement } from '../sql.js';
import { type GroupedCall, send, type Unit } from './transaction-unit.js';

/**
 * Calls a grouped statement for the caller of this unit. The calls that the units of a shared transaction make in one turn of
 * the event loop are sent as one statement, which costs PostgreSQL and the driver a fraction of one for each.
 */
export function callGrouped(
  unit: Unit,
  statement: GroupedStatement,
  values: unknown[],
): Promise<QueryResultRow | undefined> {
  return new Promise((resolve, reject) => {
    const call = { values, resolve, reject };
    const calls = unit.calls.get(statement);
    if (calls) return void calls.push(call);
    unit.calls.set(statement, [call]);
    process.nextTick(() => sendCalls(unit, statement));
  });
}

function sendCalls(unit: Unit, statement: GroupedStatement): void {
  const calls = unit.calls.get(statement) ?? [];
  unit.calls.delete(statement);
  const rounds = statement.changes === 'nothing' ? [calls] : roundsOf(calls);
  for (const round of rounds) void sendRound(unit, statement, round);
}

/**
 * A statement changes a row only once, so the second call that changes the same goes in a second statement, and so on. A
 * statement that only locks can lock a row for several callers.
 */
function roundsOf(calls: GroupedCall[]): GroupedCall[][] {
  const rounds: GroupedCall[][] = [];
  const times = new Map<unknown, number>();
  for (const call of calls) {
    const round = times.get(call.values[0]) ?? 0;
    times.set(call.values[0], round + 1);
    (rounds[round] ??= []).push(call);
  }
  return rounds;
}

async function sendRound(unit: Unit, statement: GroupedStatement, calls: GroupedCall[]): Promise<void> {
  const [first] = calls as [GroupedCall];
  const values = first.values.map((_, at) => calls.map((call) => call.values[at]));
  try {
    const { rows } = await send(unit, { statement, values });
    const found = new Map(rows.map((row) => [row.place as number, row]));
    calls.forEach(({ resolve }, at) => resolve(found.get(at + 1)));
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
