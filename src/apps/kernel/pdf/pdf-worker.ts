import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { limitInflated } from './inflated-streams.js';
import type { PdfRequest } from './pdf-document.js';
import { answerPdf } from './pdf-task.js';

try {
  // Requests go first where all processors are busy; with 10, a page took minutes beside twenty other processes. Only Linux
  // gives a thread a priority of its own.
  if (process.platform === 'linux') setPriority(5);
} catch {
  // This system does not allow it.
}
limitInflated();
// The PDF library writes a line for each fault of a given PDF, which may have millions.
Object.assign(console, { warn: () => undefined });

parentPort?.on('message', (request: PdfRequest) => {
  answerPdf(request).then(
    (result) => parentPort?.postMessage({ result }, result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});
