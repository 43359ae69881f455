import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresRefusal } from './refusal.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import type { Runner } from './lesser-user.js';

export const SUPERUSER = 'postgres';

/**
 * Text is compared by code point and case-folded by Unicode's tables, both built into PostgreSQL. The locale
 * `C` alone does not fold lower('É'), and the operating system's locales differ between machines and
 * releases, which breaks indexes after a system update.
 */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Syncs the whole disk with one call where the system supports it, instead of one call per file for a
 * thousand files.
 */
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

/**
 * Creates the cluster in a temporary folder and renames it when it is complete, so that a killed start leaves
 * no partial cluster.
 */
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
  throw new EmbeddedPostgresRefusal(
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
  throw new EmbeddedPostgresRefusal(`DATA_DIR ${directory.path} cannot be given a database: ${causeIn(String(words))}`);
}

/**
 * The line of PostgreSQL's output that contains the reason of a failure; the lines after it only report the
 * clean-up.
 */
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
      // The initdb of a killed start is still writing there; the next first start finds it ended.
    }
  }
}

function makeDurable(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
