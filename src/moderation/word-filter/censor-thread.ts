import { Worker } from 'node:worker_threads';
import { Refusal, unavailable } from '../../platform/http/refusal.js';
import type { CensorRequest, CensorReply } from './censor-worker.js';
import type { Cleaned, StoredCensor } from './censors.js';

interface Task {
  request: CensorRequest;
  since: number;
  resolve(cleaned: Cleaned): void;
  reject(error: Error): void;
}

// A worker thread starts from a JavaScript file. Jest compiles in memory, so tests use the file in dist.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/moderation/word-filter/censor-worker.js', import.meta.url)
  : new URL('./censor-worker.js', import.meta.url);
/** In characters and not in texts, because a post with a poll is a dozen short texts. */
const MAX_WAITING_LENGTH = 5_000_000;
const MAX_MEGABYTES = 256;

/** Applies one set of censors in a worker thread, so that no pattern and no text blocks the process. */
export class CensorThread {
  private worker: Worker | undefined;
  private ready = false;
  private retired = false;
  private current: Task | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private readonly waiting: Task[] = [];
  private waitingLength = 0;

  constructor(
    private readonly censors: StoredCensor[],
    private readonly warn: (problem: string, censorIds: string[]) => void,
    /** The time limit of a text in the queue, and again in the thread. */
    private readonly timeoutMs = 8_000,
  ) {}

  clean(text: string): Promise<string> {
    return this.send({ text }).then((cleaned) => cleaned.text);
  }

  /** Applies one censor alone. Refuses a pattern that cannot be stored. */
  preview(text: string, censor: StoredCensor): Promise<Cleaned> {
    return this.send({ text, censor });
  }

  /** Ends the thread after the waiting texts; newer texts go to another thread. */
  retire(): void {
    this.retired = true;
    this.startNext();
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.failAll();
    await worker?.terminate();
  }

  private send(request: CensorRequest): Promise<Cleaned> {
    if (this.waitingLength >= MAX_WAITING_LENGTH) throw unavailable();
    this.waitingLength += request.text.length;
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, since: performance.now(), resolve, reject });
      this.startNext();
    });
  }

  private startNext(): void {
    if (this.current) return;
    if (!this.waiting.length) return this.release();
    this.worker ??= this.start();
    this.worker.ref();
    if (this.ready) this.begin(this.worker);
  }

  /** Starts the first waiting text that is not past its time limit. */
  private begin(worker: Worker): void {
    for (let task = this.waiting.shift(); task; task = this.waiting.shift()) {
      this.waitingLength -= task.request.text.length;
      if (performance.now() - task.since <= this.timeoutMs) {
        this.current = task;
        this.deadline = setTimeout(() => this.handleTimeout(), this.timeoutMs).unref();
        worker.postMessage(task.request, []);
        return;
      }
      task.reject(unavailable());
    }
    this.release();
  }

  /** An idle thread does not keep the process alive. */
  private release(): void {
    if (this.retired) void this.worker?.terminate();
    else this.worker?.unref();
  }

  private start(): Worker {
    const worker = new Worker(WORKER, {
      workerData: this.censors,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    worker.on('message', (reply: CensorReply) => worker === this.worker && this.receive(reply));
    worker.on('error', () => worker === this.worker && this.failAll());
    return worker;
  }

  private receive(reply: CensorReply): void {
    if ('skipped' in reply) {
      this.ready = true;
      this.warn(
        'is skipped: RE2 does not accept its pattern, or the programs of all censors are too large',
        reply.skipped,
      );
    } else if ('isPattern' in reply) {
      this.finishTask()?.reject(new Refusal(400, 'Invalid pattern'));
    } else {
      this.warn('takes too long with some texts', reply.slow);
      this.finishTask()?.resolve(reply);
    }
    this.startNext();
  }

  /** The censors take too long for the text, so the thread is terminated; the next text starts another. */
  private handleTimeout(): void {
    const task = this.finishTask();
    this.terminate();
    task?.reject(unavailable());
    this.startNext();
  }

  /** The thread ran out of memory or could not start: all waiting texts fail, and the next one starts another thread. */
  private failAll(): void {
    const tasks = [this.finishTask(), ...this.waiting.splice(0)];
    this.waitingLength = 0;
    this.terminate();
    for (const task of tasks) task?.reject(unavailable());
  }

  private finishTask(): Task | undefined {
    clearTimeout(this.deadline);
    const task = this.current;
    this.current = undefined;
    return task;
  }

  private terminate(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
  }
}
