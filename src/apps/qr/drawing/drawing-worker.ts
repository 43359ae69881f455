import { parentPort } from 'node:worker_threads';
import { draw, type DrawTask, prove, type ProofTask } from './drawing-task.js';

export type DrawingRequest = ProofTask | DrawTask;

parentPort?.on('message', (task: DrawingRequest) => {
  void ('contents' in task ? prove(task) : draw(task)).then(
    (result) => parentPort?.postMessage({ result }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});
