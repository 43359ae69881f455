import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresRefusal } from './refusal.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';

/**
 * Where root copies programs or data for a less privileged user who cannot reach the checkout or the data
 * directory.
 */
const SHELTER = '/var/lib/community-platform';

export function shelterBinaries({ root, version }: Binaries): string {
  const copy = join(makeOpenFolder(SHELTER), `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = fs.mkdtempSync(`${copy}.new-`);
  fs.cpSync(root, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('/bin/chmod', ['-R', 'a+rX', unfinished]);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    // Another data directory of this machine was copied at the same moment.
    if (!fs.existsSync(copy)) throw error;
    fs.rmSync(unfinished, { recursive: true });
  }
  return copy;
}

/**
 * Returns a folder for the cluster that other users can traverse. An existing cluster is moved there and
 * replaced by a link.
 */
export function shelterCluster(directory: DataDirectory): string {
  const shelter = fs.mkdtempSync(join(makeOpenFolder(SHELTER), 'data-'));
  fs.chmodSync(shelter, 0o711);
  if (!directory.hasCluster) return shelter;

  const { cluster } = directory;
  const { link, moved } = traces(cluster);
  const source = fs.realpathSync(cluster);
  const target = join(shelter, 'postgres');
  fs.rmSync(link, { force: true });
  fs.symlinkSync(target, link);
  try {
    fs.renameSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    fs.cpSync(source, `${target}.new`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    fs.renameSync(`${target}.new`, target);
    fs.renameSync(cluster, moved);
  }
  finishMove(cluster);
  return shelter;
}

/** Completes a move that was interrupted, so that the cluster is always found. */
export function finishMove(cluster: string): void {
  const { link, moved } = traces(cluster);
  if (!fs.existsSync(cluster) && fs.existsSync(link)) fs.renameSync(link, cluster);
  if (!fs.existsSync(cluster) && fs.lstatSync(cluster, { throwIfNoEntry: false })) {
    throw new EmbeddedPostgresRefusal(
      `The database of DATA_DIR ${dirname(cluster)} lies in ${fs.readlinkSync(cluster)}, which is not there: bring it back, or remove ${cluster} to begin with an empty one`,
    );
  }
  fs.rmSync(moved, { recursive: true, force: true });
}

function traces(cluster: string): { link: string; moved: string } {
  return { link: `${cluster}.link`, moved: `${cluster}.moved` };
}

function makeOpenFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o755);
  return folder;
}
