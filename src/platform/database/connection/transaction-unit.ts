import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { type Asked, queryOf, sendInOnePacket } from './pipelined-connection.js';
import type { GroupedStatement, Statement } from '../sql.js';

/** One transaction, or the part of one caller in a shared transaction, and everything that is deferred to its COMMIT. */
export interface Unit {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  /** In the order of the calls. The units of a shared transaction have one list. */
  tail: Deferred[];
  readonly afterCommit: (() => void)[];
  /** Calls of grouped statements that are not sent yet. The units of a shared transaction have one map. */
  readonly calls: Map<GroupedStatement, GroupedCall[]>;
  /** The driver's time-out for each answer, if it differs from the default. */
  patienceMs?: number;
  /** False: statements are sent without names, because one of them was outdated in the attempt before. */
  readonly prepares: boolean;
  open: boolean;
  /** False if it certainly has changed no row and no statement of it has failed. */
  hasWritten: boolean;
}

export interface GroupedCall {
  values: unknown[];
  resolve: (row: QueryResultRow | undefined) => void;
  reject: (error: unknown) => void;
}

export interface LastStatement {
  statement: Statement;
  values: unknown[];
  answered?: (rows: QueryResultRow[]) => void;
  committed?: (rows: QueryResultRow[]) => void;
}

/** Collects items during a transaction and writes them with as few statements as possible, directly before the COMMIT. */
export interface Collector<Item> {
  statements(items: Item[]): LastStatement[];
  /** True for rows that many transactions write: they are locked last. */
  isLast?: boolean;
}

export type Deferred = { unit: Unit } & (LastStatement | { collector: Collector<unknown>; item: unknown });

/**
 * The transaction of the current operation. One storage serves all services of a process (tests start many):
 * Node.js 20 writes each storage under a symbol of its own to every promise, and many symbols make that slow.
 */
export const unitStorage = new AsyncLocalStorage<Unit | undefined>();

/** It has no name, because there is nothing to prepare. */
const COMMIT = { text: 'COMMIT' };

export function openUnit(
  runner: QueryRunner,
  client: PoolClient,
  given: Partial<Pick<Unit, 'prepares' | 'tail' | 'calls'>> = {},
) {
  const { prepares = true, tail = [], calls = new Map<GroupedStatement, GroupedCall[]>() } = given;
  const unit: Unit = { runner, client, tail, calls, afterCommit: [], prepares, open: true, hasWritten: false };
  return unit;
}

export function requireOpen(unit: Unit): Unit {
  if (unit.open) return unit;
  throw new Error('The transaction has ended: something it started was not awaited');
}

/** The driver's query with its time-out, which the driver's types do not declare. */
export const queryFor = ({ patienceMs, prepares }: Unit, statement: Asked, values?: unknown[]) =>
  ({ ...queryOf(statement, values, prepares), query_timeout: patienceMs }) as QueryConfig<unknown[]>;

export const send = (unit: Unit, { statement, values }: LastStatement) =>
  sendInOnePacket(unit.client, queryFor(unit, statement, values));

/** False when PostgreSQL did not confirm the rollback; the state of the connection is then unknown. */
export async function rollBack(unit: Unit, begun: Promise<unknown>): Promise<boolean> {
  unit.open = false;
  await begun.catch(() => undefined);
  return unit.client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Sends the statements whose answers are needed, and all before them. Their callbacks may defer more statements. */
export async function sendAwaited(unit: Unit): Promise<void> {
  for (;;) {
    const asked = foldTail(unit);
    if (!asked.some(({ answered }) => answered)) return;
    unit.tail = unit.tail.filter((deferred) => 'collector' in deferred);
    const answers = await awaitAll(asked.map((one) => send(unit, one)));
    asked.forEach((one, at) => deliverRows(unit, one, answers[at]?.rows ?? []));
  }
}

/**
 * Replaces collected items by their statements. Statements keep their order; the items of a collector that stand between
 * the same two statements become one. The items of collectors that are last stay, and follow these statements.
 */
function foldTail(unit: Unit): LastStatement[] {
  const statements: LastStatement[] = [];
  const last: Deferred[] = [];
  let collected = new Map<Collector<unknown>, unknown[]>();
  const flush = () => {
    for (const [collector, items] of collected) statements.push(...collector.statements(items));
    collected = new Map();
  };
  for (const deferred of unit.tail) {
    if ('statement' in deferred) {
      flush();
      statements.push(deferred);
    } else if (deferred.collector.isLast) last.push(deferred);
    else append(collected, deferred.collector, deferred.item);
  }
  flush();
  unit.tail = [...statements.map((statement) => ({ unit, ...statement })), ...last];
  return statements;
}

function append(collected: Map<Collector<unknown>, unknown[]>, collector: Collector<unknown>, item: unknown): void {
  const items = collected.get(collector);
  if (items) items.push(item);
  else collected.set(collector, [item]);
}

function deliverRows(unit: Unit, { answered, committed }: LastStatement, rows: QueryResultRow[]): void {
  answered?.(rows);
  if (committed) unit.afterCommit.push(() => committed(rows));
}

/**
 * TypeORM's commit is not used, because it hides the answer: PostgreSQL answers the COMMIT of a failed
 * transaction with ROLLBACK. `storing`: statements that store answers of idempotent operations.
 */
export async function commit(unit: Unit, storing: LastStatement[]): Promise<void> {
  const asked = foldTail(unit);
  const collected = new Map<Collector<unknown>, unknown[]>();
  for (const deferred of unit.tail) if ('collector' in deferred) append(collected, deferred.collector, deferred.item);
  for (const [collector, items] of collected) asked.push(...collector.statements(items));
  asked.push(...storing);
  const sent = asked.map((one) => send(unit, one));
  const ended = sendInOnePacket(unit.client, queryFor(unit, COMMIT));
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
