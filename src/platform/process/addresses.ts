import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../config/environment.js';
import type { Runtime } from '../config/runtime.js';
import { StartRefusal } from '../config/start-refusal.js';

/**
 * Checks before anything is started whether the address is free, so that a taken port is reported at once and
 * not after PostgreSQL has been started. With PORT=0 it chooses a free port.
 */
export async function settleAddress(runtime: Runtime): Promise<void> {
  runtime.port = await probe(runtime.environment);
}

function probe(environment: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(refusal(error, environment)));
    server.listen({ port: environment.port, host: environment.host }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The refusal for an address that the server cannot listen on. */
export function refusal({ code, message }: NodeJS.ErrnoException, { port, host }: Environment): StartRefusal {
  if (code === 'EADDRINUSE') {
    return new StartRefusal(`PORT ${port} is taken on ${host}: stop what listens there, or set another PORT`);
  }
  if (code === 'EACCES') return new StartRefusal(`PORT ${port} may not be used by this user: set one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartRefusal(`HOST ${host} is no address of this machine`);
  }
  return new StartRefusal(`PORT ${port} cannot be used: ${message}`);
}

/** Prints the table of addresses when the service has started. */
export function announce({ port, sandboxUrl, environment }: Runtime): void {
  const { host, production, smtpUrl, dataDir } = environment;
  const local = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const rows = [
    ['API', `${local}/v1`],
    ['API reference', `${local}/docs`],
    ['Console', `${local}/console`],
    ['Mailbox', !smtpUrl && !production ? `${local}/dev/mailbox` : undefined],
    ['Realtime', production ? undefined : `${local}/dev/realtime`],
    ['Processor sandbox', sandboxUrl],
    ['Data', dataDir],
  ].filter(([, address]) => address);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', address]) => `  ${name.padEnd(width)}  ${address}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
