import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { type Asked, queryOf, sendInOnePacket } from './pipelined-connection.js';
import type { Statement } from '../sql.js';

/** One transaction: its connection, and everything that is deferred to its COMMIT. */
export interface Unit {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly last: LastStatement[];
  readonly gathered: Map<Collector<unknown>, unknown[]>;
  readonly afterCommit: (() => void)[];
  /** The driver's time-out for each answer, if it differs from the default. */
  patienceMs?: number;
  /** False: statements are sent without names, because one of them was outdated in the attempt before. */
  readonly prepares: boolean;
  open: boolean;
}

export interface LastStatement {
  statement: Statement;
  values: unknown[];
  answered?: (rows: QueryResultRow[]) => void;
  committed?: (rows: QueryResultRow[]) => void;
}

/** Collects items during a transaction and writes them with one statement, directly before the COMMIT. */
export interface Collector<Item> {
  readonly statement: Statement;
  values(items: Item[]): unknown[];
  committed(items: Item[], rows: QueryResultRow[]): void;
}

/** It has no name, because there is nothing to prepare. */
const COMMIT = { text: 'COMMIT' };

export function requireOpen(unit: Unit): Unit {
  if (unit.open) return unit;
  throw new Error('The transaction has ended: something it started was not awaited');
}

/** The driver's query with its time-out, which the driver's types do not declare. */
export const queryFor = ({ patienceMs, prepares }: Unit, statement: Asked, values?: unknown[]) =>
  ({ ...queryOf(statement, values, prepares), query_timeout: patienceMs }) as QueryConfig<unknown[]>;

const send = (unit: Unit, { statement, values }: LastStatement) => ask(unit, queryFor(unit, statement, values));

const ask = ({ client }: Unit, asked: QueryConfig<unknown[]>) => sendInOnePacket(client, () => client.query(asked));

/** False when PostgreSQL did not confirm the rollback; the state of the connection is then unknown. */
export async function rollBack(unit: Unit, begun: Promise<QueryResult>): Promise<boolean> {
  unit.open = false;
  await begun.catch(() => undefined);
  return unit.client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Sends the statements whose answers are needed, and all before them. Their callbacks may defer more statements. */
export async function sendAwaited(unit: Unit): Promise<void> {
  while (unit.last.some(({ answered }) => answered)) {
    const asked = unit.last.splice(0);
    const answers = await awaitAll(asked.map((one) => send(unit, one)));
    asked.forEach((one, at) => deliverRows(unit, one, answers[at]?.rows ?? []));
  }
}

function deliverRows(unit: Unit, { answered, committed }: LastStatement, rows: QueryResultRow[]): void {
  answered?.(rows);
  if (committed) unit.afterCommit.push(() => committed(rows));
}

/**
 * TypeORM's commit is not used, because it hides the answer: PostgreSQL answers the COMMIT of a failed
 * transaction with ROLLBACK.
 */
export async function commit(unit: Unit, storing: LastStatement | undefined): Promise<void> {
  const gathered = [...unit.gathered];
  const last = gathered.map(([collector, items]) => ({
    statement: collector.statement,
    values: collector.values(items),
    committed: (rows: QueryResultRow[]) => collector.committed(items, rows),
  }));
  const asked: LastStatement[] = [...unit.last, ...last, ...(storing ? [storing] : [])];
  const sent = asked.map((one) => send(unit, one));
  const ended = ask(unit, queryFor(unit, COMMIT));
  const answers = await awaitAll([...sent, ended]);
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('A statement failed and its error was swallowed');
  asked.forEach((one, at) => deliverRows(unit, one, answers[at]?.rows ?? []));
}

/** Throws the first error. Later statements only fail because the transaction is already aborted. */
async function awaitAll(sent: Promise<QueryResult>[]): Promise<QueryResult[]> {
  const answers = await Promise.allSettled(sent);
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}
