import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storeFigures } from './figures.mjs';

export default async function endCluster() {
  const { postgres, dataDir } = globalThis.testCluster;
  await globalThis.endLeases?.();
  storeFigures(dataDir, processorSeconds(dataDir));
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The processor time of all ended processes of the cluster; undefined where there is no /proc. */
function processorSeconds(dataDir) {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const [, user, system] = /\) (?:\S+ ){13}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Math.round((Number(user) + Number(system)) / 100);
  } catch {
    return undefined;
  }
}
