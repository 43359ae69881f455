/** A single call may ask about hundreds of rows, so a batch needs a limit. */
const CALLS_AT_ONCE = 100;

interface PendingCall<Asked, Answer> {
  input: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls: those made while a query is in flight are sent as the next query. Thousands of reconnecting
 * clients cause few queries.
 */
export class QueryBatcher<Asked, Answer> {
  private readonly waiting: PendingCall<Asked, Answer>[] = [];
  private isRunning = false;

  /** `runBatch` returns the answers in the order of its inputs; one that is a promise may fail by itself. */
  constructor(private readonly runBatch: (asked: Asked[]) => Promise<(Answer | Promise<Answer>)[]>) {}

  /** Nobody waits for an answer. */
  get isIdle(): boolean {
    return !this.isRunning;
  }

  query(input: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (!this.isRunning) void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length) {
      const batch = this.waiting.splice(0, CALLS_AT_ONCE);
      try {
        const answers = await this.runBatch(batch.map(({ input }) => input));
        batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
  }
}
