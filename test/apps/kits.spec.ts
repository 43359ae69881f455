import { randomUUID } from 'node:crypto';
import { Column, Entity } from 'typeorm';
import { Handles, handleStatements } from '../../src/apps/kernel/handles/handles.js';
import { List } from '../../src/apps/kernel/lists/list.js';
import { namesEach } from '../../src/apps/kernel/rows/ordered.js';
import { countUseSql, SecretLinks } from '../../src/apps/kernel/secrets/secret-links.js';
import { Id, Moment } from '../../src/platform/database/columns.js';
import { Keyset } from '../../src/platform/database/page.js';
import { sql } from '../../src/platform/database/sql.js';
import { atOnce } from '../account/at-once.js';
import { BareDatabase } from '../support/bare-database.js';

@Entity({ schema: 'testing', name: 'links' })
class Link {
  @Id() id!: string;
  @Column({ type: 'text' }) token_hash!: string;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'int', nullable: true }) most!: number | null;
  @Column({ type: 'int', default: 0 }) used!: number;
}

class Links extends SecretLinks<Link> {
  protected readonly entity = Link;
  static readonly use = sql('testing_links_use', countUseSql('testing.links', 'used', 'most'));

  async use(id: string): Promise<boolean> {
    return (await this.rows(Links.use, id)).length > 0;
  }
}

class Names extends Handles {
  protected readonly handleStatements = handleStatements('testing', {
    things: 'pages',
    former: 'names',
    of: 'page_id',
  });
  protected readonly rules = { form: /^[a-z0-9-]{3,20}$/, longest: 20, reserved: new Set(['admin']) };
}

class KeptNames extends Names {
  protected override readonly handleStatements = handleStatements('testing', {
    things: 'pages',
    former: 'kept',
    of: 'page_id',
    keeper: 'owner_id',
  });
}

let bare: BareDatabase;
let links: Links;
let names: Names;
beforeAll(async () => {
  bare = await BareDatabase.open(10, [], undefined, [Link]);
  [links, names] = [
    new Links(bare.database),
    new Names(bare.database, { allowsName: async (name: string) => name !== 'nobody' } as never),
  ];
  for (const statement of [
    'CREATE SCHEMA testing',
    `CREATE TABLE testing.links (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), token_hash text UNIQUE NOT NULL,
       expires_at timestamptz, revoked_at timestamptz, most int, used int NOT NULL DEFAULT 0)`,
    'CREATE TABLE testing.pages (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), handle text UNIQUE NOT NULL)',
    `CREATE TABLE testing.names (handle text PRIMARY KEY, page_id uuid, released_at timestamptz NOT NULL DEFAULT now())`,
  ])
    await bare.pool.query(statement);
});
afterAll(() => bare.close());

const unit = <T>(work: () => Promise<T>) => bare.database.transaction(work);

describe('a secret link', () => {
  it('is found by its token, of which only the hash is stored', async () => {
    const { link, token } = await unit(() => links.issue({ most: 1 }));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(link)).not.toContain(token);
    expect(await links.ofToken(token)).toEqual(link);
    expect(await links.ofToken(`${token}x`)).toBeUndefined();
    const renewed = await unit(() => links.renew(link.id));
    expect(await links.ofToken(token)).toBeUndefined();
    expect((await links.ofToken(renewed.token))?.id).toBe(link.id);
  });

  it('is used as often as it may be, however many use it at once, and not when it is over', async () => {
    const { link } = await unit(() => links.issue({ most: 3 }));
    const used = await atOnce(20, () => unit(() => links.use(link.id)));
    expect(used.filter(Boolean)).toHaveLength(3);
    const past = new Date(Date.now() - 1000);
    for (const over of [{ expires_at: past }, { revoked_at: past }]) {
      const { link: ended } = await unit(() => links.issue(over));
      expect(await unit(() => links.use(ended.id))).toBe(false);
    }
    const { link: endless } = await unit(() => links.issue({}));
    for (let n = 0; n < 5; n++) expect(await unit(() => links.use(endless.id))).toBe(true);
  });
});

const NEW = { id: null };

describe('a handle', () => {
  const page = async (handle: string) =>
    (await bare.pool.query('INSERT INTO testing.pages (handle) VALUES ($1) RETURNING id', [handle])).rows[0]
      .id as string;
  const change = async (id: string, before: string, after: string | null) => {
    await unit(() => names.change({ id }, before, after));
    if (after) await bare.pool.query('UPDATE testing.pages SET handle = $2 WHERE id = $1', [id, after]);
    else await bare.pool.query('DELETE FROM testing.pages WHERE id = $1', [id]);
  };

  it('is refused where it is wrong, reserved or taken', async () => {
    const id = await page('anna');
    expect(await names.faultOf('An', NEW)).toBe('invalid');
    expect(await names.faultOf('a'.repeat(21), NEW)).toBe('invalid');
    for (const name of ['admin', 'nobody']) expect(await names.faultOf(name, NEW)).toBe('reserved');
    expect(await names.faultOf('anna', NEW)).toBe('taken');
    expect(await names.faultOf('anna', { id })).toBeUndefined();
    expect(await names.suggestions('anna')).toEqual(['anna-1', 'my-anna', 'anna-hq']);
    expect(await names.suggestions('Nobody')).toEqual([]);
  });

  it('that was given up leads to its thing, and is nobody else\u2019s for 90 days', async () => {
    const id = await page('bruno');
    await change(id, 'bruno', 'bruno-2');
    expect(await names.movedTo('bruno')).toBe(id);
    expect(await names.faultOf('bruno', NEW)).toBe('taken');
    expect(await names.faultOf('bruno', { id })).toBeUndefined();
    await change(id, 'bruno-2', 'bruno');
    expect(await names.movedTo('bruno')).toBeUndefined();
    expect(await names.movedTo('bruno-2')).toBe(id);
    await change(id, 'bruno', null);
    expect(await names.faultOf('bruno', NEW)).toBe('taken');
    await bare.pool.query(`UPDATE testing.names SET released_at = now() - interval '91 days'`);
    expect(await names.faultOf('bruno', NEW)).toBeUndefined();
    expect(await names.movedTo('bruno')).toBeUndefined();
  });
});

it('a list refuses a forged cursor that has not the keys of its order', async () => {
  const list = new List({
    name: 'testing_pages',
    columns: 'p.*',
    from: 'testing.pages p',
    id: 'p.id',
    sorts: { handle: { by: 'p.handle', type: 'text', order: 'ASC' } },
  });
  const keyset = new Keyset({ name: 'testing_pages handle', defaultLimit: 20, maxLimit: 100 });
  const cursorOf = (keys: string[]) => keyset.cut([1, 2], { limit: 1, fetch: 2 }, () => keys).next_cursor as string;
  const page = (keys: string[]) => list.page(bare.database, { sort: 'handle', query: { cursor: cursorOf(keys) } });
  expect((await page(['zz', '0190a0a0-0000-7000-8000-00000000000d'])).rows).toEqual([]);
  for (const keys of [['zz'], ['zz', 'x', 'y']]) await expect(page(keys)).rejects.toThrow('Invalid cursor');
});

it('a former handle can be kept for the owner of the thing, and outlives the thing', async () => {
  const [ann, bob, old] = [randomUUID(), randomUUID(), randomUUID()];
  await bare.pool.query(
    'CREATE TABLE testing.kept (handle text PRIMARY KEY, page_id uuid, owner_id uuid, released_at timestamptz DEFAULT now())',
  );
  const kept = new KeptNames(bare.database, { allowsName: async () => true } as never);
  await unit(() => kept.change({ id: old, keeper: ann }, 'carla', null));
  expect(await kept.movedTo('carla')).toBe(old);
  expect(await kept.faultOf('carla', { id: null, keeper: bob })).toBe('taken');
  expect(await kept.faultOf('carla', { id: null, keeper: ann })).toBeUndefined();
  await unit(() => kept.change({ id: randomUUID(), keeper: ann }, null, 'carla'));
  expect(await kept.faultOf('carla', { id: null, keeper: bob })).toBeUndefined();
});

it('an order names each row once', () => {
  const rows = [{ id: 'a' }, { id: 'b' }];
  expect(namesEach(rows, ['b', 'a'])).toBe(true);
  for (const order of [['a'], ['a', 'a'], ['a', 'b', 'b'], ['a', 'c'], []]) expect(namesEach(rows, order)).toBe(false);
});
