import { AsyncLocalStorage } from 'node:async_hooks';
import type { LastStatement } from './transaction-unit.js';
import type { Statement } from '../sql.js';

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
export const answerStores = new AsyncLocalStorage<AnswerStore | undefined>();

/** The statement that stores the result of the work, if the result is the answer of an idempotent operation. */
export function storingOf(store: AnswerStore | undefined, result: unknown): LastStatement[] {
  if (!store?.isMarked(result)) return [];
  return [{ ...store.statementFor(result), committed: () => store.committed(result) }];
}
