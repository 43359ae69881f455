import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ten ports for each process, below the range from which the system takes those of connections. */
const OWN = 10_000 + (process.pid % 2_000) * 10;

/** A port that stays free until somebody listens on it, also while a program that had it is down. */
export async function freePort(port = OWN): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return port;
  } catch {
    return freePort(port + 1);
  } finally {
    probe.close();
  }
}
