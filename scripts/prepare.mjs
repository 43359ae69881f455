// Run from a fresh clone, before anything is installed: Node's own modules only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('..', import.meta.url));
process.chdir(project);

const INSTALLED = 'node_modules/.installed';
const BUILT = 'dist/.built';
const BUILT_FROM = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.swcrc',
  'nest-cli.json',
  'packages/pages/vite.config.ts',
  'scripts/bundle.mjs',
];
/** The console's own, which outlives a build of the server. */
const PAGE = 'console-page';

// The standard output belongs to the command itself, which may be printing JSON.
export const say = (words) => process.stderr.write(`${words}\n`);

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`Node.js 20.19 or newer is needed; this is ${process.versions.node}`);
  process.exit(1);
}

export async function install() {
  if (isInstalled()) return;
  await alone('install', async () => {
    if (isInstalled()) return;
    const reason = existsSync('node_modules')
      ? 'package-lock.json has changed'
      : 'first start only, about half a minute';
    const begun = Date.now();
    say(`Installing dependencies (${reason}) …`);
    // Not `npm ci`, which takes the modules from under a server that runs. Versions and checksums are those of the
    // lock file here too. And without development's dependencies, which NODE_ENV=production leaves out, there is
    // nothing to build with.
    await quietly('npm', ['install', '--no-save', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']);
    writeFileSync(INSTALLED, lockHash());
    say(`Installed in ${seconds(begun)}`);
  });
}

export async function build({ evenIfFresh = false } = {}) {
  if (!evenIfFresh && isBuilt()) return;
  await alone('build', async () => {
    if (!evenIfFresh && isBuilt()) return;
    const begun = Date.now();
    const stamp = buildStamp();
    say('Building …');
    // The stamp goes first and comes last: a build that fails or is killed half-way is never taken for a fresh one.
    rmSync(BUILT, { force: true });
    for (const name of existsSync('dist') ? readdirSync('dist') : [])
      if (!name.startsWith(PAGE)) rmSync(join('dist', name), { recursive: true, force: true });
    await Promise.all([
      quietly(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build']),
      ...PACKAGES.map(buildPackage),
      buildPages(),
    ]);
    await quietly(process.execPath, ['scripts/bundle.mjs']);
    writeFileSync(BUILT, stamp);
    say(`Built in ${seconds(begun)}`);
  });
}

function buildPackage(path) {
  rmSync(`${path}/dist`, { recursive: true, force: true });
  const compiler = [join(project, 'node_modules/@swc/cli/bin/swc.js'), '--config-file', join(project, '.swcrc')];
  const args = [...compiler, '--strip-leading-paths', 'src', '--out-dir', 'dist'];
  return quietly(process.execPath, args, { cwd: path });
}

/** What browsers load of the pages; the templates that the server fills are compiled with the packages. */
function buildPages() {
  const args = ['build', '--config', 'packages/pages/vite.config.ts', '--logLevel', 'warn'];
  return quietly(process.execPath, ['node_modules/vite/bin/vite.js', ...args]);
}

export function isBuilt() {
  const isWhole = existsSync(BUILT) && PACKAGES.every((path) => existsSync(`${path}/dist`));
  return isWhole && readFileSync(BUILT, 'utf8') === buildStamp();
}

/** Packages of this repository that are compiled for Node; the console has a build of its own. */
const PACKAGES = ['demonstration', 'embedded-postgres', 'pages', 'processor-sandbox'].map((name) => `packages/${name}`);
export const SOURCES = ['src', ...PACKAGES.map((path) => `${path}/src`), 'packages/pages/web'];

/** With the release of Node.js, because the build stores compiled code, which another release cannot use. */
const buildStamp = () => `${process.version} ${hashOf([...BUILT_FROM, ...SOURCES.flatMap(filesIn)])}`;

/** Runs one of the installed tools with the terminal as its own, and answers its exit code. */
export function tool(script, args, env = {}) {
  return run([join('node_modules', script), ...args], env);
}

export async function run(args, env = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const terminate = () => child.kill('SIGTERM');
  // Ctrl-C reaches the child by itself: here it only must not end this process before the child has ended.
  const wait = () => undefined;
  process.on('SIGTERM', terminate).on('SIGINT', wait);
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.off('SIGTERM', terminate).off('SIGINT', wait);
  return code ?? 1;
}

/** Contents, not dates: a checkout, a copy or a deleted file cannot deceive it, and 2,000 files take 60 ms. */
export function hashOf(files) {
  const hash = createHash('sha1');
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

export function filesIn(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}

function isInstalled() {
  const hash = lockHash();
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === hash) return true;
  if (!isAsLocked()) return false;
  writeFileSync(INSTALLED, hash);
  return true;
}

function lockHash() {
  const machine = `${process.platform} ${process.arch}\n`;
  return createHash('sha1').update(machine).update(readFileSync('package-lock.json')).digest('hex');
}

/** Whether a person's own `npm install` has brought just what the lock file names: then all of it can stay. */
function isAsLocked() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(record)) return false;
  const { '': _itself, ...wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  const isPresent = ([path, entry]) =>
    present[path] ? present[path].version === entry.version && existsSync(path) : mayBeMissing(entry);
  const mayBeMissing = ({ optional, devOptional, peer }) => optional || devOptional || peer;
  return Object.entries(wanted).every(isPresent) && Object.keys(present).every((path) => wanted[path]);
}

async function quietly(command, args, options) {
  const { code, output } = await attempt(command, args, options);
  if (code === 0) return;
  say(output);
  say(`${command === 'npm' ? 'The installation' : 'The build'} has failed`);
  process.exit(1);
}

export async function attempt(command, args, options = {}) {
  const output = [];
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const stop = () => child.kill();
  process.once('exit', stop);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      resolve(1);
    });
    child.once('close', resolve);
  });
  process.off('exit', stop);
  return { code, output: Buffer.concat(output).toString().trim() };
}

/** One at a time over all processes. The kernel holds the right, so that a killed one leaves nothing stale. */
export async function alone(name, work) {
  let release = await tryHold(name);
  if (!release) say(`Waiting for another ${name} of this checkout …`);
  while (!release) {
    await sleep(200);
    release = await tryHold(name);
  }
  try {
    await work();
  } finally {
    release();
  }
}

/** On Linux a socket in the abstract name space, which is no file; elsewhere a file opened with a lock on it. */
async function tryHold(name) {
  if (process.platform === 'linux') {
    const { dev, ino } = statSync(project);
    const server = createServer((socket) => socket.destroy());
    const path = `\0${`community-platform ${name} ${dev}:${ino} `.padEnd(107, '.')}`;
    return new Promise((resolve, reject) => {
      server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
      server.listen({ path }, () => resolve(() => server.close()));
    });
  }
  const exclusively = 0x20;
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusively;
    const file = openSync(join(tmpdir(), `community-platform-${name}-${statSync(project).ino}`), flags);
    return () => closeSync(file);
  } catch (error) {
    if (error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

export function seconds(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`;
}
