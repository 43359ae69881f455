import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Refusal, unavailable } from '../../../platform/http/refusal.js';
import { Semaphore } from '../../../platform/semaphore.js';

interface PoolOptions {
  /** The compiled script of the threads. */
  script: URL;
  atOnce: number;
  /** How long a task waits for a free thread. */
  patienceMs: number;
  /** How long a task may run. Its thread is ended then. */
  seconds: number;
  /** The memory of JavaScript in one thread. A thread that exceeds it ends, and its task fails. */
  megabytes?: number;
  /** The refusal of a task that cannot wait longer. */
  refusal?: () => Refusal;
}

type Reply = { result: unknown } | { error: string };

/** Runs tasks in worker threads, so that they hold up nobody. A thread takes 200 ms to start, so it waits for the next task. */
export class ThreadPool {
  private readonly slots: Semaphore;
  private readonly idle: Worker[] = [];

  constructor(private readonly options: PoolOptions) {
    const { atOnce, patienceMs, refusal = () => unavailable(5) } = options;
    this.slots = new Semaphore(atOnce, patienceMs, Infinity, refusal);
  }

  /** `given`: bytes of the task that the thread takes over. To copy large ones would hold up all requests. */
  run<Result>(task: object, given: ArrayBuffer[] = []): Promise<Result> {
    return this.slots.run(() => this.ask(task, given) as Promise<Result>);
  }

  async end(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private async ask(task: object, given: ArrayBuffer[]): Promise<unknown> {
    const worker = this.idle.pop() ?? this.start();
    worker.ref();
    try {
      const answered = once(worker, 'message', { signal: AbortSignal.timeout(this.options.seconds * 1000) });
      worker.postMessage(task, given);
      const [reply] = (await answered) as [Reply];
      // An idle thread does not keep the process alive.
      worker.unref();
      this.idle.push(worker);
      if ('error' in reply) throw new Error(reply.error);
      return reply.result;
    } finally {
      if (!this.idle.includes(worker)) void worker.terminate();
    }
  }

  private start(): Worker {
    const { script, megabytes } = this.options;
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    // An error without a listener would end the process. What waits for an answer hears of it, too.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.idle.includes(worker)) this.idle.splice(this.idle.indexOf(worker), 1);
    });
    return worker;
  }
}

/**
 * The compiled script of a worker thread, by the address of a module beside it. Jest compiles in memory, so tests use the file
 * in dist: `fromDist` is its path there.
 */
export const threadScript = (module: string, name: string, fromDist: string): URL =>
  module.endsWith('.ts') ? new URL(`../../../../dist/${fromDist}/${name}`, import.meta.url) : new URL(name, module);
