import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartRefusal } from '../../config/start-refusal.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import type { Runner } from './lesser-user.js';

export const SUPERUSER = 'postgres';

/**
 * Text is compared by code point and folded by Unicode's tables, both built into PostgreSQL: `C` alone leaves
 * lower('É') as it is, and the operating system's locales differ between machines and releases, which breaks
 * indexes when the system is updated.
 */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** One call for the whole disk, where the system has it, instead of one for each of a thousand files. */
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

/** Makes the cluster aside and moves it into its place when it is whole: a start killed half-way leaves no ruin. */
export async function createCluster(directory: DataDirectory, runner: Runner): Promise<void> {
  removeUnfinished(runner.place);
  const workshop = fs.mkdtempSync(join(runner.place, 'postgres.new-'));
  fs.writeFileSync(join(workshop, 'password'), directory.password(), { mode: 0o600 });
  fs.mkdirSync(join(workshop, 'cluster'), { mode: 0o700 });
  runner.give(workshop);
  try {
    await initialise(directory, runner, workshop);
    fs.renameSync(join(workshop, 'cluster'), join(runner.place, 'postgres'));
    makeDurable(runner.place);
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true });
  }
  if (runner.place !== directory.path) fs.symlinkSync(join(runner.place, 'postgres'), directory.cluster);
}

export function checkVersion(directory: DataDirectory, binaries: Binaries): void {
  const made = fs.readFileSync(join(directory.cluster, 'PG_VERSION'), 'utf8').trim();
  const [major] = binaries.version.split('.');
  if (made === major) return;
  throw new StartRefusal(
    `The database of DATA_DIR ${directory.path} was made by PostgreSQL ${made}, and PostgreSQL ${major} is installed here: start the release it was made with, or remove ${directory.cluster} to begin with an empty one`,
  );
}

async function initialise(directory: DataDirectory, runner: Runner, workshop: string): Promise<void> {
  const where = [`--pgdata=${join(workshop, 'cluster')}`, `--pwfile=${join(workshop, 'password')}`];
  const who = [`--username=${SUPERUSER}`, '--auth=scram-sha-256'];
  const args = [...where, ...who, ...LOCALE, '--data-checksums', '--no-instructions', ...SYNC];
  const initdb = runner.run('initdb', args, ['ignore', 'ignore', 'pipe']);
  const failed = once(initdb, 'close').then(([code]) => code !== 0);
  const [words, hasFailed] = await Promise.all([text(initdb.stderr!), failed]).catch((error: Error) => [
    error.message,
    true,
  ]);
  if (!hasFailed) return;
  throw new StartRefusal(`DATA_DIR ${directory.path} cannot be given a database: ${causeIn(String(words))}`);
}

/** The line of PostgreSQL's own output that tells why it gave up; those after it only say that it clears up. */
export function causeIn(words: string): string {
  const lines = words.trim().split('\n');
  const cause = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '';
  return cause.replace(/^.*?(FATAL|PANIC|error): */, '');
}

function removeUnfinished(place: string): void {
  for (const name of fs.readdirSync(place).filter((entry) => entry.startsWith('postgres.new-'))) {
    try {
      fs.rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // The initdb of a start that was killed is still writing there; the next first start finds it gone.
    }
  }
}

function makeDurable(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
