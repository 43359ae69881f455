import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Runtime } from '../config/runtime.js';
import { ExportTooLarge } from './export-document.js';
import type { ExportNode } from './export-node.js';
import type { ExportOutcome, ExportTask } from './export-child.js';

const ENTRY = fileURLToPath(new URL('./export-child.js', import.meta.url));
const HEAP_MIB = 128;
/** Less than the five minutes after which the queue considers the job's process dead. */
const DEADLINE_MS = 200_000;

/** Writes each export in its own process: when it runs out of memory, no request is affected. */
@Injectable()
export class ExportProcessService implements BeforeApplicationShutdown {
  private readonly running = new Set<ChildProcess>();

  constructor(private readonly runtime: Runtime) {}

  /** Returns the size of the document at `path`; throws `ExportTooLarge`, or an error when the process failed. */
  async write(content: ExportNode, path: string): Promise<number> {
    const { databaseUrl, environment } = this.runtime;
    const child = this.start();
    try {
      let outcome: ExportOutcome | undefined;
      child.on('message', (message: ExportOutcome) => (outcome = message));
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
      // The task is sent as a message, because other users of the machine can see arguments and environment
      // of a process.
      const task: ExportTask = { content, path, mostBytes: environment.exportMaxBytes, databaseUrl };
      child.send(task, () => undefined);
      const [code, signal] = await ended;
      return sizeOf(outcome ?? { error: `it ended by ${signal ?? code}` });
    } finally {
      this.running.delete(child);
    }
  }

  beforeApplicationShutdown(): void {
    for (const child of this.running) child.kill('SIGKILL');
  }

  private start(): ChildProcess {
    // A heap limit in NODE_OPTIONS applies to the service, not to this process.
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = fork(ENTRY, {
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    this.running.add(child);
    return child;
  }
}

function sizeOf(outcome: ExportOutcome): number {
  if ('size' in outcome) return outcome.size;
  if ('tooLarge' in outcome) throw new ExportTooLarge();
  throw new Error(`the process that writes the export failed: ${outcome.error} ${outcome.code ?? ''}`);
}
