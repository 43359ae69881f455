import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Semaphore } from '../../../platform/semaphore.js';
import type { TextOutcome, TextTask } from './file-text-child.js';
import { MOST_TEXT_BYTES, type ReadingOptions } from './file-text-readers.js';

// A process starts from a JavaScript file. Jest compiles in memory, so tests use the file in dist.
const ENTRY = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../../dist/apps/kernel/files/file-text-child.js', import.meta.url)
    : new URL('./file-text-child.js', import.meta.url),
);
const HEAP_MIB = 192;
const MEMORY_BYTES = 384 * 1024 * 1024;
const DEADLINE_MS = 30_000;
const AT_ONCE = 2;

/**
 * Reads the words of files that users have uploaded: plain text, HTML, PDF and DOCX. Each is read by a process of its own,
 * with limits of memory and time, because such files may be made to exhaust the process that reads them.
 */
@Injectable()
export class FileTextService implements BeforeApplicationShutdown {
  private readonly running = new Set<ChildProcess>();
  private readonly slots = new Semaphore(AT_ONCE);
  private isStopping = false;

  /** Undefined: the file is damaged, is a bomb, or takes too long. Throws if the service stops meanwhile. */
  read(path: string, type: string, options: Partial<ReadingOptions> = {}): Promise<string | undefined> {
    const task = {
      path,
      type,
      mostMemoryBytes: MEMORY_BYTES,
      mostBytes: MOST_TEXT_BYTES,
      keepsLines: false,
      ...options,
    };
    return this.slots.run(() => this.ask(task));
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const child of this.running) child.kill('SIGKILL');
  }

  private async ask(task: TextTask): Promise<string | undefined> {
    const child = fork(ENTRY, {
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      // Secrets of the service are not for a process that reads what strangers have made.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    this.running.add(child);
    try {
      let outcome: TextOutcome | undefined;
      child.on('message', (message: TextOutcome) => (outcome = message));
      const ended = once(child, 'exit');
      child.send(task, () => undefined);
      await ended;
      // That says nothing about the file: the job is repeated.
      if (this.isStopping) throw new Error('The service stops');
      return outcome && 'text' in outcome ? outcome.text : undefined;
    } finally {
      this.running.delete(child);
    }
  }
}
