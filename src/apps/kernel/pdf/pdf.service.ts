import type { OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { unavailable } from '../../../platform/http/refusal.js';
import { AppProvider } from '../app-provider.js';
import { ThreadPool, threadScript } from '../threads/thread-pool.js';
import type { PdfDocument, PdfFault, PdfRequest, PdfShape } from './pdf-document.js';

/**
 * Draws PDFs from descriptions, stamps given ones, and reads their shape: in worker threads with limits of time and memory, as
 * PDFs of strangers may be built to exhaust both.
 */
@AppProvider()
export class PdfService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool({
    script: threadScript(import.meta.url, './pdf-worker.js', 'apps/kernel/pdf'),
    atOnce: 2,
    patienceMs: 10_000,
    // A thread that starts on a busy machine takes some of them before it draws.
    seconds: 45,
    megabytes: 384,
  });

  constructor(private readonly environment: Environment) {}

  /** The same document gives the same bytes. A fault is that of a source. The sources are empty afterwards. */
  async draw(document: PdfDocument): Promise<Buffer | PdfFault> {
    const request = { do: 'draw', document, fontFolder: this.fontFolder } as const;
    const { sources = [] } = document;
    const exhausted = sources.length ? UNREADABLE : undefined;
    const drawn = await this.ask<Uint8Array | PdfFault>(request, exhausted, wholeBuffers(sources));
    return drawn instanceof Uint8Array ? Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength) : drawn;
  }

  /** The bytes are empty afterwards. */
  inspect(bytes: Uint8Array): Promise<PdfShape | PdfFault> {
    return this.ask<PdfShape | PdfFault>({ do: 'inspect', bytes }, UNREADABLE, wholeBuffers([bytes]));
  }

  /** Of each text, the letters that no font has. */
  uncovered(texts: string[]): Promise<string[][]> {
    return this.ask({ do: 'uncovered', texts, fontFolder: this.fontFolder });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }

  /** `exhausted`: the answer if the thread had to be ended. Without it that is a busy machine, and not the fault of the caller. */
  private async ask<Result>(request: PdfRequest, exhausted?: Result, given?: ArrayBuffer[]): Promise<Result> {
    try {
      return await this.threads.run<Result>(request, given);
    } catch (error) {
      if (!hasEnded(error)) throw error;
      if (exhausted === undefined) throw unavailable(5);
      return exhausted;
    }
  }

  private get fontFolder(): string | undefined {
    return this.environment.fontFolder;
  }
}

const UNREADABLE: PdfFault = { fault: 'unreadable' };

/** Small ones share a buffer with others, and are copied. The same source may be there twice. */
const wholeBuffers = (sources: Uint8Array[]): ArrayBuffer[] => [
  ...new Set(
    sources
      .filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
      .map(({ buffer }) => buffer as ArrayBuffer),
  ),
];

/** The thread was ended, as it took too much time or memory. */
const hasEnded = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY');
