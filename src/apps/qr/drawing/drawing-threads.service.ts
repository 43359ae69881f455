import type { OnApplicationShutdown } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ThreadPool, threadScript } from '../../kernel/threads/thread-pool.js';
import type { DrawingFault, DrawTask, Image, Proof, ProofTask } from './drawing-task.js';

export const BUSY = 'Rendering is busy, try again';

/** Draws and reads codes in worker threads. */
@AppProvider()
export class DrawingThreadsService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool({
    script: threadScript(import.meta.url, './drawing-worker.js', 'apps/qr/drawing'),
    atOnce: 4,
    patienceMs: 5_000,
    seconds: 20,
    refusal: () => new Refusal(409, BUSY),
  });

  prove(task: ProofTask): Promise<Proof> {
    return this.threads.run(task);
  }

  draw(task: DrawTask): Promise<Image | DrawingFault> {
    return this.threads.run(task);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }
}
