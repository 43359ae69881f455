import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the running spec has caused so far. One worker runs one spec at a time. */
export const counted = { services: 0, calls: 0, rows: 0, databaseMs: 0 };

/** Measures a spec and adds a line to the figures of the run. Processes that the spec starts are not in `cpuMs`. */
export async function measured<T>(spec: string, run: () => Promise<T>): Promise<T> {
  Object.assign(counted, { services: 0, calls: 0, rows: 0, databaseMs: 0 });
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  try {
    return await run();
  } finally {
    const { user, system } = process.cpuUsage(cpu);
    const figures = { spec, wallMs: Math.round(performance.now() - began), cpuMs: Math.round((user + system) / 1000) };
    appendFileSync(
      join(process.env.TEST_RUN_DIR as string, 'figures.jsonl'),
      `${JSON.stringify({ ...figures, ...counted })}\n`,
    );
  }
}
