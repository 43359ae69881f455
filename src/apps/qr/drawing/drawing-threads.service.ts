import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { Semaphore } from '../../../platform/semaphore.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DrawingFault, DrawTask, Image, Proof, ProofTask } from './drawing-task.js';
import type { DrawingRequest } from './drawing-worker.js';

// A worker thread starts from a JavaScript file. Jest compiles in memory, so tests use the file in dist.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/apps/qr/drawing/drawing-worker.js', import.meta.url)
  : new URL('./drawing-worker.js', import.meta.url);
const AT_ONCE = 4;
const PATIENCE_MS = 5_000;
const SECONDS = 20;

type Reply = { result: unknown } | { error: string };

/** Draws and reads codes in worker threads. A thread takes 200 ms to start, so it waits for the next task. */
@AppProvider()
export class DrawingThreadsService implements OnApplicationShutdown {
  private readonly slots = new Semaphore(AT_ONCE, PATIENCE_MS, Infinity, () => new Refusal(409, BUSY));
  private readonly idle: Worker[] = [];

  prove(task: ProofTask): Promise<Proof> {
    return this.slots.run(() => this.ask(task) as Promise<Proof>);
  }

  draw(task: DrawTask): Promise<Image | DrawingFault> {
    return this.slots.run(() => this.ask(task) as Promise<Image | DrawingFault>);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private async ask(task: DrawingRequest): Promise<unknown> {
    const worker = this.idle.pop() ?? this.start();
    worker.ref();
    try {
      const answered = once(worker, 'message', { signal: AbortSignal.timeout(SECONDS * 1000) });
      worker.postMessage(task, []);
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
    const worker = new Worker(WORKER);
    // An error without a listener would end the process. What waits for an answer hears of it, too.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.idle.includes(worker)) this.idle.splice(this.idle.indexOf(worker), 1);
    });
    return worker;
  }
}

export const BUSY = 'Rendering is busy, try again';
