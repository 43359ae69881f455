import { type ChildProcess, type SpawnOptions, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

/**
 * A separate process, because the tests kill it: a server or a visitor that prints its address and waits for
 * SIGTERM.
 */
const PROGRAM = `
import { startEmbeddedDatabase } from './dist/platform/process/embedded-database.js';
const [dataDir, role] = process.argv.slice(2);
const tell = (words) => process.stdout.write(JSON.stringify(words) + '\\n');
try {
  const postgres = await startEmbeddedDatabase({ dataDir, role, log: (level, message) => tell({ level, message }) });
  process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
  tell({ url: postgres.url });
} catch (error) {
  tell({ refusal: error.constructor.name + ': ' + error.message });
}
`;
export const SHUT_DOWN = 1;
export const isRoot = process.getuid?.() === 0;
export const workshop = join(tmpdir(), `embedded postgres ${randomUUID()}`);
const template = join(workshop, 'template');
export const programs: ChildProcess[] = [];

export interface Running {
  readonly url: string;
  readonly pid: number;
  readonly messages: string[];
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export async function start(dataDir: string, role = 'server', options: SpawnOptions = {}): Promise<Running> {
  const child = spawn(process.execPath, [join(workshop, 'program.mjs'), dataDir, role], {
    ...options,
    stdio: 'pipe',
  });
  programs.push(child);
  const messages: string[] = [];
  const end = (signal: NodeJS.Signals) => async () => {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  for await (const line of createInterface(child.stdout!)) {
    const { url, refusal, message } = JSON.parse(line) as Record<string, string>;
    if (refusal) throw new Error(refusal);
    if (message) messages.push(message);
    if (url) return { url, pid: child.pid!, messages, stop: end('SIGTERM'), kill: end('SIGKILL') };
  }
  throw new Error(String(child.stderr!.read()));
}

/**
 * A data directory with a cluster that was shut down cleanly. It is copied, which is faster than creating
 * one.
 */
export function prepared(): string {
  const dataDir = join(fs.mkdtempSync(join(workshop, 'data-')), 'dir');
  execFileSync('cp', ['-a', template, dataDir]);
  return dataDir;
}

export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  );
}

export const postmaster = (dataDir: string) =>
  Number(fs.readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
export const isRunning = (dataDir: string) => fs.existsSync(join(dataDir, 'postgres/postmaster.pid'));
export const logOf = (dataDir: string) => fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8');
export const stateOf = (dataDir: string) =>
  fs.readFileSync(join(dataDir, 'postgres/global/pg_control')).readInt32LE(16);

/**
 * Copies the built module to a folder. With the programs copied too, closing the folder makes them
 * inaccessible.
 */
export async function openWorkshop({ withPrograms = false } = {}): Promise<void> {
  fs.mkdirSync(workshop, { mode: 0o755 });
  fs.writeFileSync(join(workshop, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(join(workshop, 'program.mjs'), PROGRAM);
  for (const part of ['config', 'process']) {
    fs.cpSync(join('dist/platform', part), join(workshop, 'dist/platform', part), { recursive: true });
  }
  const modules = join(workshop, 'node_modules');
  const own = join(modules, '@community-platform/embedded-postgres');
  for (const part of ['package.json', 'dist'])
    fs.cpSync(join('packages/embedded-postgres', part), join(own, part), { recursive: true });
  for (const name of ['pg', 'embedded-postgres', '@embedded-postgres']) {
    const installed = fs.realpathSync(join('node_modules', name));
    if (withPrograms && name !== 'pg') execFileSync('cp', ['-a', installed, join(modules, name)]);
    else fs.symlinkSync(installed, join(modules, name));
  }
  const first = await start(template);
  await ask(first.url, 'create table row_of (n int)');
  await first.stop();
}

export function clearWorkshop(): void {
  for (const child of programs) child.kill('SIGKILL');
  const clusters = execFileSync('find', [workshop, '-name', 'postgres', '-path', '*/dir/postgres'], {
    encoding: 'utf8',
  });
  for (const cluster of clusters.split('\n').filter(Boolean)) {
    const dataDir = dirname(cluster);
    if (isRunning(dataDir)) spawnSync('kill', ['-9', String(postmaster(dataDir))]);
    if (fs.lstatSync(cluster).isSymbolicLink()) fs.rmSync(dirname(fs.realpathSync(cluster)), { recursive: true });
  }
  fs.rmSync(workshop, { recursive: true, force: true, maxRetries: 5 });
}
