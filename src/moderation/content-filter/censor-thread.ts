import { Worker } from 'node:worker_threads';
import { Refusal, unavailable } from '../../platform/http/refusal.js';
import type { Asked, Said } from './censor-worker.js';
import type { Cleaned, StoredCensor } from './censors.js';

interface Task {
  asked: Asked;
  since: number;
  done(cleaned: Cleaned): void;
  failed(error: Error): void;
}

// A thread is started from a file as Node runs it: under Jest, which builds in memory, that is the built one.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/moderation/content-filter/censor-worker.js', import.meta.url)
  : new URL('./censor-worker.js', import.meta.url);
/** In letters: a post with a poll is a dozen short texts, and twenty such posts at once are no burden. */
const MOST_WAITING = 5_000_000;
const MOST_MEGABYTES = 256;

/** A thread that applies one set of censors, so that no pattern and no text holds up the process. */
export class CensorThread {
  private worker: Worker | undefined;
  private ready = false;
  private retired = false;
  private current: Task | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private readonly waiting: Task[] = [];
  private lettersWaiting = 0;

  constructor(
    private readonly censors: StoredCensor[],
    private readonly report: (what: string, censorIds: string[]) => void,
    /** How long a text waits for its turn, and how long it is worked on then. */
    private readonly patienceMs = 8_000,
  ) {}

  clean(text: string): Promise<string> {
    return this.ask({ text }).then((cleaned) => cleaned.text);
  }

  /** What one censor alone would make of the text; refused where its pattern may not be stored. */
  preview(text: string, censor: StoredCensor): Promise<Cleaned> {
    return this.ask({ text, censor });
  }

  /** Ends when what waits is done: other censors hold from now on. */
  retire(): void {
    this.retired = true;
    this.next();
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.abandon();
    await worker?.terminate();
  }

  private ask(asked: Asked): Promise<Cleaned> {
    if (this.lettersWaiting >= MOST_WAITING) throw unavailable();
    this.lettersWaiting += asked.text.length;
    return new Promise((done, failed) => {
      this.waiting.push({ asked, since: performance.now(), done, failed });
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    if (!this.waiting.length) return this.rest();
    this.worker ??= this.start();
    this.worker.ref();
    if (this.ready) this.begin(this.worker);
  }

  /** With the first that has not waited too long. */
  private begin(worker: Worker): void {
    for (let task = this.waiting.shift(); task; task = this.waiting.shift()) {
      this.lettersWaiting -= task.asked.text.length;
      if (performance.now() - task.since <= this.patienceMs) {
        this.current = task;
        this.deadline = setTimeout(() => this.overdue(), this.patienceMs).unref();
        worker.postMessage(task.asked, []);
        return;
      }
      task.failed(unavailable());
    }
    this.rest();
  }

  /** Without work it keeps no process alive. */
  private rest(): void {
    if (this.retired) void this.worker?.terminate();
    else this.worker?.unref();
  }

  private start(): Worker {
    const worker = new Worker(WORKER, {
      workerData: this.censors,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    worker.on('message', (said: Said) => worker === this.worker && this.heard(said));
    worker.on('error', () => worker === this.worker && this.abandon());
    return worker;
  }

  private heard(said: Said): void {
    if ('skipped' in said) {
      this.ready = true;
      this.report('is skipped, as RE2 does not take its pattern, or there is no room for it', said.skipped);
    } else if ('isPattern' in said) {
      this.settle()?.failed(new Refusal(400, 'Invalid pattern'));
    } else {
      this.report('takes too long with some texts', said.slow);
      this.settle()?.done(said);
    }
    this.next();
  }

  /** All censors together take too long with the text: the thread ends in the midst of it, the next text gets another. */
  private overdue(): void {
    const task = this.settle();
    this.forget();
    task?.failed(unavailable());
    this.next();
  }

  /** Out of memory, or not able to start: what waits is told, and the next text tries again. */
  private abandon(): void {
    const tasks = [this.settle(), ...this.waiting.splice(0)];
    this.lettersWaiting = 0;
    this.forget();
    for (const task of tasks) task?.failed(unavailable());
  }

  private settle(): Task | undefined {
    clearTimeout(this.deadline);
    const task = this.current;
    this.current = undefined;
    return task;
  }

  private forget(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
  }
}
