import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the server before its own code: reports the memory of the process to its parent, after a garbage
 * collection.
 */
const REST_MS = 1_500;

process.on('message', async (asked) => {
  if (asked !== 'memory') return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let times = 0; times < 3; times++) {
    await sleep(REST_MS);
    collect();
  }
  await sleep(REST_MS);
  process.send({ memory: process.memoryUsage() });
});
// To listen keeps a process alive: it shall end as it would without us.
process.channel?.unref();
