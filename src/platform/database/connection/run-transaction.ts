import type { AsyncResource } from 'node:async_hooks';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { Refusal } from '../../http/refusal.js';
import { isAborted, isLostConnection, isOutlivedConnection } from '../database-error.js';
import { answerStores, storingOf } from './answer-store.js';
import { sendInOnePacket } from './pipelined-connection.js';
import {
  commit,
  type Deferred,
  type LastStatement,
  openUnit,
  rollBack,
  sendAwaited,
  type Unit,
  unitStorage,
} from './transaction-unit.js';

/** A work that ran, with what it defers to the moment after the COMMIT. */
interface Done<T> {
  result: T;
  effects: (() => void)[];
}

/** The work of one caller in a shared transaction. */
export interface SharedWork {
  work: () => Promise<unknown>;
  /** The async context of the caller. */
  context: AsyncResource;
}

/** What a caller in a shared transaction receives. */
export type Outcome = { result: unknown } | { refusal: Refusal };

type Ended = { result: unknown; storing: LastStatement[] } | { error: unknown };

/**
 * The longest wait for a lock in a shared transaction, because all its callers wait with the one. PostgreSQL takes a second to
 * find a deadlock, so this also ends deadlocks of two shared transactions.
 */
const SHARED_LOCK_MS = 250;
const BEGIN = { text: 'BEGIN' };
const BEGIN_SHARED = { text: `BEGIN; SET LOCAL lock_timeout = ${SHARED_LOCK_MS}` };

/** A shared transaction was rolled back. `at` is the work that made it fail; undefined if its end failed. */
export class SharedTransactionFailed extends Error {
  constructor(
    override readonly cause: unknown,
    readonly at?: number,
  ) {
    super('A shared transaction was rolled back');
  }
}

/** Runs the work once, in a transaction of its own. */
export function runTransaction<T>(dataSource: DataSource, work: () => Promise<T>, prepares: boolean): Promise<Done<T>> {
  return onConnection(dataSource, { begin: BEGIN, prepares }, async (unit, begun) => {
    const result = await unitStorage.run(unit, async () => {
      const done = await work();
      await sendAwaited(unit);
      return done;
    });
    await begun;
    const storing = storingOf(answerStores.getStore(), result);
    unit.open = false;
    await commit(unit, storing);
    return { result, effects: unit.afterCommit };
  });
}

/**
 * Runs the works side by side in one transaction with one COMMIT. A work that is refused before it has written leaves the
 * transaction with its refusal. If anything else fails, all is rolled back and `SharedTransactionFailed` is thrown.
 */
export async function runShared(dataSource: DataSource, works: SharedWork[]): Promise<Done<Outcome[]>> {
  try {
    return await onConnection(dataSource, { begin: BEGIN_SHARED }, async (whole, begun) => {
      const tail: Deferred[] = [];
      const units = works.map(() => openUnit(whole.runner, whole.client, { tail, calls: whole.calls }));
      const ended = await Promise.all(works.map((work, at) => runUnit(units[at] as Unit, work)));
      await begun;
      requireNoFailure(ended, units);
      const accepted = new Set(units.filter((_, at) => 'result' in (ended[at] as Ended)));
      whole.tail = tail.filter(({ unit }) => accepted.has(unit));
      await unitStorage.run(whole, () => sendAwaited(whole));
      whole.open = false;
      await commit(
        whole,
        ended.flatMap((one) => ('storing' in one ? one.storing : [])),
      );
      const effects = [...accepted, whole].flatMap(({ afterCommit }) => afterCommit);
      return { result: ended.map(outcomeOf), effects };
    });
  } catch (error) {
    // After a lost connection nobody knows whether the COMMIT has happened, so nothing is tried again.
    throw error instanceof SharedTransactionFailed || isLostConnection(error)
      ? error
      : new SharedTransactionFailed(error);
  }
}

function runUnit(unit: Unit, { work, context }: SharedWork): Promise<Ended> {
  return context.runInAsyncScope(async () => {
    try {
      const result = await unitStorage.run(unit, work);
      return { result, storing: storingOf(answerStores.getStore(), result) };
    } catch (error) {
      return { error };
    } finally {
      unit.open = false;
    }
  });
}

function requireNoFailure(ended: Ended[], units: Unit[]): void {
  const failed = ended.flatMap((one, at) => {
    if (!('error' in one) || (one.error instanceof Refusal && !units[at]?.hasWritten)) return [];
    return new SharedTransactionFailed(one.error, at);
  });
  // After the first failure all other statements fail, because the transaction is aborted.
  const first = failed.find(({ cause }) => !isAborted(cause)) ?? failed[0];
  if (!first) return;
  throw isLostConnection(first.cause) ? first.cause : first;
}

const outcomeOf = (one: Ended): Outcome =>
  'result' in one ? { result: one.result } : { refusal: one.error as Refusal };

/** Rolls back if the work fails. Gives the connection back, or ends it if its state is unknown. */
async function onConnection<T>(
  dataSource: DataSource,
  { begin, prepares }: { begin: QueryConfig; prepares?: boolean },
  run: (unit: Unit, begun: Promise<QueryResult>) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as PoolClient;
  const unit = openUnit(runner, client, { prepares });
  const begun = sendInOnePacket(client, begin);
  try {
    return await run(unit, begun);
  } catch (error) {
    const cause = error instanceof SharedTransactionFailed ? error.cause : error;
    const isSound = unit.open ? await rollBack(unit, begun) : !isLostConnection(cause);
    // The pool drops a connection that was ended, and would hand out any other again.
    if (!isSound || isOutlivedConnection(cause)) void client.end?.();
    throw error;
  } finally {
    await runner.release();
  }
}
