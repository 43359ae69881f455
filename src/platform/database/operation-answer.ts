import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from './sql.js';

/** Stores the answer of one idempotent operation within the transaction that returns it. */
export interface AnswerStore {
  mark(body: object): void;
  isMarked(result: unknown): result is object;
  /**
   * Builds the last statement before the COMMIT. The statement, and with it the transaction, fails when the
   * answer must not be stored.
   */
  statementFor(answer: object): { statement: Statement; values: unknown[] };
  committed(answer: object): void;
}

/** The store of the current operation. Only a request with an `Idempotency-Key` has one. */
export const answerStores = new AsyncLocalStorage<AnswerStore>();

/**
 * Marks the result of a transaction as the answer of the request. When the request has an `Idempotency-Key`, the
 * answer is stored by that transaction itself, so the effect and its answer commit together. The handler has to
 * return the same object.
 */
export function asAnswer<T extends object>(body: T): T {
  answerStores.getStore()?.mark(body);
  return body;
}
