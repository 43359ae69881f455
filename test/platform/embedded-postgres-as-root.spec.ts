import { type SpawnOptions, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import {
  SHUT_DOWN,
  ask,
  clearWorkshop,
  isRoot,
  openWorkshop,
  prepared,
  start,
  stateOf,
  workshop,
  type Running,
} from '../support/embedded-workshop.js';

beforeAll(async () => {
  await openWorkshop({ withPrograms: true });
  fs.chmodSync(workshop, 0o700);
});
afterAll(clearWorkshop);

(isRoot ? describe : describe.skip)('root, in a folder that others cannot enter', () => {
  const withoutNamespaces: SpawnOptions = { env: { ...process.env, PATH: join(workshop, 'no-programs') } };
  const owner = (dataDir: string) => fs.statSync(join(dataDir, 'postgres')).uid;

  async function addRow(server: Running): Promise<unknown> {
    await ask(server.url, 'create table if not exists row_of (n int)');
    await ask(server.url, 'insert into row_of values (1)');
    const count = await ask(server.url, 'select count(*)::int from row_of');
    await server.stop();
    return count;
  }

  const hasNamespaces = spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true']).status === 0;

  it('runs PostgreSQL as a less privileged user, on data in another folder, without user namespaces', async () => {
    const dataDir = join(workshop, 'new', 'dir');
    expect(await addRow(await start(dataDir, 'server', withoutNamespaces))).toBe(1);
    expect(owner(dataDir)).not.toBe(0);
    expect(fs.lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
  });

  (hasNamespaces ? describe : describe.skip)('with user namespaces', () => {
    it('runs PostgreSQL in a user namespace, and can switch between both ways', async () => {
      const dataDir = prepared();
      expect(await addRow(await start(dataDir))).toBe(1);
      expect(owner(dataDir)).toBe(0);
      expect(await addRow(await start(dataDir, 'server', withoutNamespaces))).toBe(2);
      expect(await addRow(await start(dataDir))).toBe(3);
      expect(owner(dataDir)).toBe(0);
      expect(await addRow(await start(dataDir, 'server', withoutNamespaces))).toBe(4);
      expect(stateOf(dataDir)).toBe(SHUT_DOWN);
    });
  });
});
