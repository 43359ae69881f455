import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { declaredApp } from '../../src/apps/kernel/app.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { TestService } from '../support/service.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const CATALOGUE = `import type { Type } from './kernel/action.js';

export const CATALOGUE: Type[] = [];
`;

/** A checkout without apps: what is written to is its own, and the rest is ours. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platform-make-'));
  mkdirSync(join(root, 'src/apps'), { recursive: true });
  for (const own of ['scripts', 'package.json', 'package-lock.json', '.prettierrc.json', '.oxlintrc.json']) {
    cpSync(join(project, own), join(root, own), { recursive: true });
  }
  writeFileSync(join(root, 'src/apps/catalogue.ts'), CATALOGUE);
  const areas = readdirSync(join(project, 'src')).filter((area) => area !== 'apps');
  for (const path of ['node_modules', 'src/apps/kernel', 'src/apps/contracts', ...areas.map((area) => `src/${area}`)]) {
    symlinkSync(join(project, path), join(root, path));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const node = (script: string, ...args: string[]) => run(process.execPath, [script, ...args], { cwd: root });
const make = (...args: string[]) => node('scripts/make.mjs', ...args);
const refusal = (...args: string[]) =>
  make(...args).then(
    () => 'made',
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  );
const filesOf = (folder: string) => readdirSync(join(root, folder), { recursive: true }).map(String).sort();

it('makes an app and more of its actions, which work and are formatted as everything is', async () => {
  await make('app', 'guest-book');
  await make('app', 'corner-shop', '--name', "Anna's Corner", '--payments');
  await make('action', 'guest-book', 'praise-item', '--access', 'owner');
  await make('action', 'guest-book', 'count-items');
  const made = ['src/apps/catalogue.ts', 'src/apps/guest-book', 'src/apps/corner-shop', 'test'];
  await node('node_modules/prettier/bin/prettier.cjs', '--check', ...made);
  await node('node_modules/oxlint/bin/oxlint', '--deny-warnings', ...made);

  const apps = await Promise.all([
    import(join(root, 'src/apps/guest-book/guest-book.app.ts')),
    import(join(root, 'src/apps/corner-shop/corner-shop.app.ts')),
  ]);
  const types = apps.flatMap((module) => Object.values(module as object)) as (new () => object)[];
  expect(types.map((type) => declaredApp(type)?.name)).toEqual(['Guest Book', "Anna's Corner"]);

  const service = await TestService.start({}, { apps: types });
  try {
    const { client } = await service.account();
    const call = (action: string, body: object) => client.post(`/v1/apps/${action}`, body).expect(200);
    await call('install', { slug: 'guest-book' });
    await call('install', { slug: 'corner-shop' });
    const { item } = (await call('guest-book/create-item', {})).body;
    expect(item).toEqual({ id: expect.any(String), title: 'Untitled', created_at: expect.any(String) });
    expect((await call('guest-book/praise-item', { item_id: item.id })).body).toEqual({ id: item.id });
    expect((await call('guest-book/count-items', {})).body).toEqual({ message: 'Done' });
    expect((await call('guest-book/stats', {})).body).toEqual({ stats: { items: 1 } });
    expect((await call('corner-shop/create-item', { price: 2.5 })).body.item.price).toBe(2.5);
    const builder = service.app.get(DatabaseService).dataSource.driver.createSchemaBuilder();
    const differences = (await builder.log()).upQueries.map(({ query }) => query);
    expect(differences.filter((query) => /guest_book|corner_shop/.test(query))).toEqual([]);
  } finally {
    await service.stop();
  }
});

it('adds a folder, a test and one line, and refuses what it cannot do', async () => {
  const catalogue = readFileSync(join(root, 'src/apps/catalogue.ts'), 'utf8');
  expect(catalogue).toContain('CATALOGUE: Type[] = [GuestBookApp, CornerShopApp];');
  const before = [filesOf('src/apps/guest-book'), filesOf('test')];
  expect(Number(stampOf('corner-shop'))).toBe(Number(stampOf('guest-book')) + 100);
  for (const [args, words] of [
    [['app', 'guest-book'], 'src/apps/guest-book is there already'],
    [['app', 'kernel'], 'src/apps/kernel is there already'],
    [['app', 'Guest'], 'A slug is words of small letters'],
    [['app', '../x'], 'A slug is words of small letters'],
    [['app'], 'A slug is words of small letters'],
    [['action', 'guest-book', 'count-items'], 'count-items.action.ts is there already'],
    [['action', 'guest-book', 'countItems'], 'An action is words of small letters'],
    [['action', 'guest-book', 'count-all', '--access', 'all'], 'Access is one of public'],
    [['action', 'hotel', 'count-rooms'], 'There is no src/apps/hotel/hotel.app.ts'],
    [['app', 'hotel', '--colour'], "Unknown option '--colour'"],
    [[], 'npm run make:app'],
  ] as [string[], string][]) {
    const told = await refusal(...args);
    expect(told).toContain(words);
    expect(told).toMatch(/^1 /);
  }
  expect([filesOf('src/apps/guest-book'), filesOf('test')]).toEqual(before);
  expect(readFileSync(join(root, 'src/apps/catalogue.ts'), 'utf8')).toBe(catalogue);
});

const stampOf = (slug: string) =>
  String(/\d{13}/.exec(readdirSync(join(root, `src/apps/${slug}/migrations`))[0] as string)?.[0]);
