import { readdirSync, readFileSync } from 'node:fs';

/**
 * Microseconds that all threads of a process have computed; NaN where the system does not tell it this way. Unlike
 * requests a second it hardly depends on what else the machine does.
 */
export function processorTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]);
    return nanoseconds.reduce((sum, text) => sum + Number(text), 0) / 1000;
  } catch {
    return NaN;
  }
}
