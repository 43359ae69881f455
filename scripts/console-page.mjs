import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { alone, attempt, filesIn, hashOf, say, seconds } from './prepare.mjs';

/** Where the server looks for the page, and for why there is none. */
const PAGE = 'dist/console-page';
const FAILED = `${PAGE}.failed`;
const STAMP = `${PAGE}/.built`;
const VITE = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'packages/console/vite.config.ts',
  '--logLevel',
  'warn',
];

const sourcesHash = () => hashOf(['package-lock.json', ...filesIn('packages/console')]);
const isFresh = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash();

/** Answers whether there is a page. */
export async function buildConsole({ evenIfFresh = false } = {}) {
  if (!evenIfFresh && isFresh()) return true;
  let isBuilt = true;
  await alone('console', async () => {
    if (!evenIfFresh && isFresh()) return;
    const begun = Date.now();
    const sources = sourcesHash();
    say('Building the console …');
    rmSync(FAILED, { force: true });
    const { code, output } = await attempt(process.execPath, [...VITE, '--outDir', `../../${PAGE}.part`]);
    isBuilt = code === 0;
    if (isBuilt) {
      writeFileSync(`${PAGE}.part/.built`, sources);
      swapIn();
      say(`Console built in ${seconds(begun)}`);
    } else {
      mkdirSync('dist', { recursive: true });
      writeFileSync(FAILED, stripVTControlCharacters(output));
      say(`${output}\nThe build of the console has failed`);
    }
  });
  return isBuilt;
}

/** Beside the server, which neither waits for it nor is slowed by it. */
export function buildConsoleBeside() {
  if (isFresh()) return;
  const child = spawn(process.execPath, ['scripts/build-console.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop)).unref();
  try {
    setPriority(child.pid, 10);
  } catch {
    // It has ended already, or this system does not allow it.
  }
}

/** A page that is being served is never half of one and half of another. */
function swapIn() {
  rmSync(`${PAGE}.old`, { recursive: true, force: true });
  if (existsSync(PAGE)) renameSync(PAGE, `${PAGE}.old`);
  renameSync(`${PAGE}.part`, PAGE);
  rmSync(`${PAGE}.old`, { recursive: true, force: true });
}
