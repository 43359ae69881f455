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

/** The same for PostgreSQL with its data below this folder: the server and all processes that it has started. */
export function databaseTime(dataDir) {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const server = all.find((pid) => commandOf(pid).includes(dataDir));
    return all
      .filter((pid) => pid === server || parentOf(pid) === server)
      .reduce((sum, pid) => sum + (processorTime(pid) || 0), 0);
  } catch {
    return NaN;
  }
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
};
const commandOf = (pid) => (read(`/proc/${pid}/comm`).trim() === 'postgres' ? read(`/proc/${pid}/cmdline`) : '');
const parentOf = (pid) => /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];
