import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type ReadingOptions, textOf } from './file-text-readers.js';

/** The only message that the process accepts. */
export interface TextTask extends ReadingOptions {
  path: string;
  type: string;
  mostMemoryBytes: number;
}

export type TextOutcome = { text: string } | { error: string };

const LOOK_MS = 25;

/**
 * A process that reads the words of one file and ends. A thread reads, because a library that loops does not let the main
 * thread look at the memory: that of buffers is beyond the limit of the heap.
 */
function watch(task: TextTask): void {
  const end = (outcome: TextOutcome) => process.send?.(outcome, () => process.exit(0));
  setInterval(() => {
    if (process.memoryUsage.rss() > task.mostMemoryBytes) process.exit(1);
  }, LOOK_MS);
  const reader = new Worker(new URL(import.meta.url), { workerData: task, stdout: true, stderr: true });
  reader.once('message', end);
  reader.once('error', (error) => end({ error: error.name }));
}

if (isMainThread) {
  process.once('disconnect', () => process.exit(1));
  process.once('message', watch);
} else {
  const { path, type, ...options } = workerData as TextTask;
  textOf(path, type, options).then(
    (text) => parentPort?.postMessage({ text } satisfies TextOutcome, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies TextOutcome, []),
  );
}
