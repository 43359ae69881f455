import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './service.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built server as an operator runs it: a process with its own embedded PostgreSQL. */
export class ServerProcess {
  output = '';
  errors = '';

  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /**
   * `comesFirst`: its processes get the processors before all others, for a limit of the product that counts in seconds.
   * Only root can do so; for others the process starts as usual.
   */
  static spawn(variables: Record<string, string>, { comesFirst = false } = {}): ServerProcess {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, PORT: '0', RATE_LIMIT: 'off', ...variables };
    const node = process.execPath;
    const [command, before] = comesFirst ? (['nice', ['-n', '-20', node]] as const) : ([node, []] as const);
    return new ServerProcess(spawn(command, [...before, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Waits until it serves, which takes a second of processor time for each process. */
  static async start(
    variables: Record<string, string>,
    { seconds = 200, comesFirst = false } = {},
  ): Promise<ServerProcess> {
    const server = ServerProcess.spawn(variables, { comesFirst });
    await eventually(() => {
      if (server.url) return Promise.resolve();
      throw new Error(`it does not serve: ${server.output}${server.errors}`);
    }, seconds);
    return server;
  }

  get url(): string | undefined {
    return /(http:\/\/\S+)\/v1\b/.exec(this.output)?.[1];
  }

  async exit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit();
  }

  /** Posts without waiting. `sent` resolves when the whole request was sent, `status` with the answer. */
  send(path: string, body: object): { sent: Promise<unknown>; status: Promise<number | undefined> } {
    const posted = request(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const status = once(posted, 'response').then(([response]: IncomingMessage[]) => response?.resume().statusCode);
    posted.end(JSON.stringify(body));
    return { sent: once(posted, 'finish'), status };
  }

  post(path: string, body: object): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'platform-process-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
