import type { OnApplicationShutdown } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ThreadPool, threadScript } from '../../kernel/threads/thread-pool.js';
import type { Format } from '../qr.settings.js';
import { BUSY, NO_FONT, tooLong, unreadable } from '../refusals.js';
import type { DrawingFault, DrawTask, Image, Look, Proof, ProofTask } from './drawing-task.js';

export const DEFAULT_SIZE = 512;
export const IMAGE_TYPES: Record<Format, string> = { svg: 'image/svg+xml', png: 'image/png' };

/** Draws codes and reads them back, in worker threads. Slow: never in a transaction. */
@AppProvider()
export class DrawingService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool({
    script: threadScript(import.meta.url, './drawing-worker.js', 'apps/qr/drawing'),
    atOnce: 4,
    patienceMs: 5_000,
    seconds: 20,
    refusal: () => new Refusal(409, BUSY),
  });

  /**
   * Shows that codes can be scanned, before they are stored. The version of the symbol of each payload, or its refusal
   * where it is too long. The style is proved on the longest and on the shortest payload.
   */
  async proveAll(payloads: string[], look: Look): Promise<(number | Refusal)[]> {
    const task: ProofTask = { contents: payloads, ...look };
    const { versions, isReadable } = await this.threads.run<Proof>(task);
    if (!isReadable && !versions.includes(null)) throw unreadable();
    return versions.map((version) => version ?? tooLong(look.level));
  }

  async prove(payload: string, look: Look): Promise<number> {
    const [version] = (await this.proveAll([payload], look)) as [number | Refusal];
    if (typeof version !== 'number') throw version;
    return version;
  }

  async draw(content: string, look: Look, format: Format, size?: number): Promise<Image & { data: Buffer }> {
    const task: DrawTask = { content, format, width: format === 'png' ? (size ?? DEFAULT_SIZE) : size, ...look };
    const drawn = await this.threads.run<Image | DrawingFault>(task);
    if (drawn === 'no font') throw new Refusal(503, NO_FONT);
    if (drawn === 'too long') throw tooLong(look.level);
    const { buffer, byteOffset, byteLength } = drawn.data;
    return { ...drawn, data: Buffer.from(buffer, byteOffset, byteLength) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }
}
