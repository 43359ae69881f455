import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenTime } from './clock.js';

/** What the running spec has caused so far. One worker runs one spec at a time. */
export const counted = { services: 0, calls: 0, rows: 0, databaseMs: 0 };

/** Measures a spec and adds a line to the figures of the run; `cpuMs` is of the worker alone. */
export async function measured<T>(spec: string, run: () => Promise<T>): Promise<T> {
  Object.assign(counted, { services: 0, calls: 0, rows: 0, databaseMs: 0 });
  const [began, cpu, children] = [performance.now(), process.cpuUsage(), childrenTime()];
  try {
    return await run();
  } finally {
    const { user, system } = process.cpuUsage(cpu);
    const figures = {
      spec,
      wallMs: Math.round(performance.now() - began),
      cpuMs: Math.round((user + system) / 1000),
      childrenMs: childrenTime() - children,
    };
    appendFileSync(
      join(process.env.TEST_RUN_DIR as string, 'figures.jsonl'),
      `${JSON.stringify({ ...figures, ...counted })}\n`,
    );
  }
}
