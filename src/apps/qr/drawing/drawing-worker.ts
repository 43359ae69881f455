import { parentPort } from 'node:worker_threads';
import { draw, type DrawTask, prove, type ProofTask } from './drawing-task.js';

parentPort?.on('message', (task: ProofTask | DrawTask) => {
  void ('contents' in task ? prove(task) : draw(task)).then(
    (result) => parentPort?.postMessage({ result }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});
