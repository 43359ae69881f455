import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefusal } from '../../config/start-refusal.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';

/** Where root keeps what a lesser user must reach, when the checkout or the data directory is closed to him. */
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
    // Another data directory of this machine was sheltered at the same moment.
    if (!fs.existsSync(copy)) throw error;
    fs.rmSync(unfinished, { recursive: true });
  }
  return copy;
}

/** A folder for the cluster where others may pass; a cluster that exists is moved into it, and found by a link. */
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

/** A move that was killed half-way is completed, so that the cluster is never lost from sight. */
export function finishMove(cluster: string): void {
  const { link, moved } = traces(cluster);
  if (!fs.existsSync(cluster) && fs.existsSync(link)) fs.renameSync(link, cluster);
  if (!fs.existsSync(cluster) && fs.lstatSync(cluster, { throwIfNoEntry: false })) {
    throw new StartRefusal(
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
