import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statementTexts } from './statements.mjs';

const OURS = new URL('../dist/main.js', import.meta.url);
const MEMORY = new URL('./memory.mjs', import.meta.url);
const BARE = new URL('./bare-server.mjs', import.meta.url);
const SEED = new URL('../dist/seed.js', import.meta.url);
const EMBEDDED = new URL('../dist/platform/process/embedded-database.js', import.meta.url);

/**
 * The built service as in production, and bare Express, on one database that lives as long as the run; with a network
 * of demonstration of this size, where one is given. `node` is the binary that runs both.
 */
export async function startSides(undo, { network, node = process.execPath }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const { startEmbeddedDatabase } = await import(EMBEDDED);
  const log = (level, message) => level !== 'info' && console.error(message);
  const database = await startEmbeddedDatabase({ dataDir, role: 'server', log });
  undo.push(() => database.stop());
  // Nothing is passed on from our own environment: a setting there would change one side alone.
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: '20',
    JWT_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT: 'off',
    PROCESSOR_SECRET_KEY: 'sk_bench',
    PROCESSOR_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
    // Nobody listens there: what is measured does not ask the processor.
    PROCESSOR_API_BASE: 'http://127.0.0.1:9',
  };
  if (network) await seed(environment, network);
  const here = await startServer(OURS, { environment, node, execArgv: ['--import', MEMORY.href] }, undo);
  const shared = { texts: await statementTexts(), manifests: await manifestsOf(here) };
  // As a file: an environment variable cannot hold as much.
  const SHARED_FILE = join(dataDir, 'shared.json');
  writeFileSync(SHARED_FILE, JSON.stringify(shared));
  const bare = await startServer(BARE, { environment: { ...environment, SHARED_FILE }, node }, undo);
  return { here, bare, environment };
}

/** The manifests of all apps, which the bare side answers from memory too. */
export async function manifestsOf({ base }) {
  return (await (await fetch(`${base}/v1/apps/available`)).json()).apps;
}

/** Fills the database with the accounts and posts of the demonstration. */
export async function seed(environment, sizes, progress = 'inherit') {
  const options = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
  const env = { ...environment, NODE_ENV: 'development' };
  const stdio = ['ignore', 'ignore', progress, 'ipc'];
  const [code, signal] = await once(fork(SEED, options, { env, execArgv: [], stdio }), 'exit');
  if (code !== 0) throw new Error(`the database was not filled: the seed ended with ${signal ?? `code ${code}`}`);
}

async function startServer(file, { environment, node, execArgv = [] }, undo) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  // Logs are written, and nobody has to read them.
  const child = fork(file, {
    env: { ...environment, PORT: port },
    execPath: node,
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  undo.push(() => child.kill() && ended);
  for (const begun = Date.now(); Date.now() - begun < 30_000; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (await fetch(`${base}/v1/health`).catch(() => false))
      return { port, base, pid: child.pid, memory: () => memoryOf(child) };
  }
  throw new Error(`${file.pathname} does not serve`);
}

/** What it takes when it has come to rest. */
async function memoryOf(child) {
  child.send('memory');
  return (await once(child, 'message'))[0].memory;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
