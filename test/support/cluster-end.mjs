import { rmSync } from 'node:fs';

export default async function endCluster() {
  const { postgres, dataDir } = globalThis.testCluster;
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
