import { AsyncResource } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { type Outcome, runShared, type SharedWork, SharedTransactionFailed } from './connection/run-transaction.js';
import { sqlState } from './database-error.js';

/** How many works one transaction has at most. */
const MOST = 32;
/** After this time the next transaction begins, although the one before it has not ended. */
const NEXT_AFTER_MS = 100;
/** How long works of a kind run alone after one of them made a shared transaction fail; doubled with each failure. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

interface Waiting extends SharedWork {
  kind: string;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** What is counted, for the metrics. `code` is the SQLSTATE of the failure; `none` if it was not the database's. */
export interface TransactionFigures {
  /** A shared transaction was committed with so many works. */
  shared(works: number): void;
  /** The works of a shared transaction run again, each alone. */
  ranAlone(kinds: string[], code: string): void;
  /** A transaction runs again. */
  retried(code: string): void;
}

/**
 * Small writes of many callers that come while others are written share the next transaction, with one COMMIT and one
 * statement each for the outbox, the notifications and the realtime log. Decision 0034 has the rules for such a write.
 */
export class SharedTransactions {
  private waiting: Waiting[] = [];
  /** False while a transaction runs that the next one waits for. */
  private isFree = true;
  private readonly pauses = new Map<string, { until: number; length: number }>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly runAlone: <T>(work: () => Promise<T>) => Promise<T>,
    private readonly runEffects: (effects: (() => void)[]) => void,
    private readonly figures?: TransactionFigures,
  ) {}

  run<T>(kind: string, work: () => Promise<T>): Promise<T> {
    if (Date.now() < (this.pauses.get(kind)?.until ?? 0)) return this.runAlone(work);
    return new Promise<T>((resolve, reject) => {
      // Cheaper than AsyncLocalStorage.snapshot(), which declares a deprecated property for each function that it binds.
      const context = new AsyncResource('SharedTransaction');
      this.waiting.push({ kind, work, context, resolve: resolve as Waiting['resolve'], reject });
      if (this.isFree) this.scheduleNext();
    });
  }

  /** Everything that arrives in this turn of the event loop is part of the next transaction. */
  private scheduleNext(): void {
    this.isFree = !this.waiting.length;
    if (!this.isFree) setImmediate(() => this.runNext());
  }

  private runNext(): void {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.scheduleNext();
    };
    const timer = setTimeout(end, NEXT_AFTER_MS).unref();
    void this.runTogether(this.waiting.splice(0, MOST)).finally(end);
  }

  private async runTogether(works: Waiting[]): Promise<void> {
    try {
      if (works.length > 1) return await this.share(works);
    } catch (error) {
      if (!(error instanceof SharedTransactionFailed)) return works.forEach(({ reject }) => reject(error));
      this.pause(works, error);
    }
    await Promise.all(works.map((one) => this.runOne(one)));
  }

  private async share(works: Waiting[]): Promise<void> {
    const { result, effects } = await runShared(this.dataSource, works);
    this.runEffects(effects);
    this.figures?.shared(works.length);
    result.forEach((outcome, at) => settle(works[at] as Waiting, outcome));
    for (const kind of this.pauses.keys()) if (works.some((one) => one.kind === kind)) this.shortenPause(kind);
  }

  private runOne({ work, context, resolve, reject }: Waiting): Promise<void> {
    return context.runInAsyncScope(() => this.runAlone(work)).then(resolve, reject);
  }

  private shortenPause(kind: string): void {
    const pause = this.pauses.get(kind);
    if (pause && pause.length > FIRST_PAUSE_MS) pause.length /= 2;
    else this.pauses.delete(kind);
  }

  /** Works of the kind that made the transaction fail run alone for a while, so that no caller slows down all others. */
  private pause(works: Waiting[], { cause, at }: SharedTransactionFailed): void {
    const failed = at === undefined ? works : [works[at] as Waiting];
    const kinds = [...new Set(failed.map(({ kind }) => kind))];
    for (const kind of kinds) {
      const length = Math.min(2 * (this.pauses.get(kind)?.length ?? FIRST_PAUSE_MS / 2), LONGEST_PAUSE_MS);
      this.pauses.set(kind, { until: Date.now() + length, length });
    }
    this.figures?.ranAlone(kinds, sqlState(cause) ?? 'none');
  }
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if ('refusal' in outcome) reject(outcome.refusal);
  else resolve(outcome.result);
}
