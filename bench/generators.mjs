import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Puts load on a server from a process of its own: wrk where it is installed, else a small one made here. */
export function openGenerator(undo) {
  const hasWrk = !spawnSync('wrk', ['--version']).error;
  const own = ownGenerator(undo);
  // wrk sends one request again and again; a list of different ones is our own generator's.
  return hasWrk ? { name: 'wrk', load: (job) => (job.posts ? own.load(job) : runWrk(job)) } : own;
}

function ownGenerator(undo) {
  const child = fork(new URL('./load.mjs', import.meta.url));
  undo.push(() => child.kill());
  return {
    name: 'our own generator (wrk is not installed)',
    async load(job) {
      child.send(job);
      const [{ error, ...figures }] = await once(child, 'message');
      if (error) throw new Error(`${job.path}: ${error}`);
      return figures;
    },
  };
}

async function runWrk({ port, path, headers = {}, connections, seconds }) {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const shape = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '10s', '--latency'];
  const { stdout } = await promisify(execFile)('wrk', [...shape, ...fields, `http://127.0.0.1:${port}${path}`]);
  const fault = /(Non-2xx.*|Socket errors.*)/.exec(stdout);
  if (fault) throw new Error(`${path}: ${fault[0]}`);
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    p50: milliseconds(/ 50%\s+(\S+)/.exec(stdout)[1]),
    p99: milliseconds(/ 99%\s+(\S+)/.exec(stdout)[1]),
  };
}

/** wrk writes 635.91us, 5.80ms or 1.02s. */
const milliseconds = (text) => parseFloat(text) * (text.endsWith('us') ? 0.001 : text.endsWith('ms') ? 1 : 1000);
