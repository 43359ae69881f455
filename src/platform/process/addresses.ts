import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/environment.js';
import { StartRefusal } from '../config/start-refusal.js';

/**
 * Checks before anything is started whether the address is free, so that a taken port is reported at once and
 * not after PostgreSQL has been started. With PORT=0 it chooses a free port.
 */
export async function settleAddress(config: Config): Promise<void> {
  const port = await probe(config);
  if (config.anyPort) usePort(config, port);
}

/** Sets the port, and the public addresses that follow from it unless they were configured. */
export function usePort(config: Config, port: number): void {
  for (const name of ['publicUrl', 'appUrl'] as const) {
    if (config[name] === `http://localhost:${config.port}`) config[name] = `http://localhost:${port}`;
  }
  config.port = port;
}

function probe(config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(refusal(error, config)));
    server.listen({ port: config.port, host: config.host }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The refusal for an address that the server cannot listen on. */
export function refusal({ code, message }: NodeJS.ErrnoException, { port, host }: Config): StartRefusal {
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
export function announce(config: Config): void {
  const local = `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${config.port}`;
  const rows = [
    ['API', `${local}/v1`],
    ['API reference', `${local}/docs`],
    ['Console', `${local}/console`],
    ['Mailbox', !config.smtpUrl && !config.production ? `${local}/dev/mailbox` : undefined],
    ['Realtime', config.production ? undefined : `${local}/dev/realtime`],
    ['Processor sandbox', config.sandboxUrl],
    ['Data', config.dataDir],
  ].filter(([, address]) => address);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', address]) => `  ${name.padEnd(width)}  ${address}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
