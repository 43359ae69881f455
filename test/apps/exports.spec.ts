import { strFromU8, unzipSync } from 'fflate';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { bytesOf, get, nothingIncoming, stored, storedAtRest } from '../files/forms.js';
import { retries } from '../support/deadlocks.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { waitingFor } from '../support/lock-waits.js';
import { unread } from '../support/unread.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ EXPORT_MAX_MIB: '1' });
});
afterAll(() => service.stop());

const RUNNING = { error: 'An export is already running' };
const TOO_LARGE = { error: 'Export is too large: read the lists of this app instead' };
const FULL = { error: 'Storage is full' };

let accounts = 0;
const query = (text: string, ...values: unknown[]) => service.database.query(text, values);
const exported = ({ client }: Account, body: object = {}, slug = 'shortlinks') =>
  client.post(`/v1/apps/${slug}/export`, body);
const csv = (account: Account) => exported(account, { format: 'csv' });

async function withLinks(count: number, titleLength = 10): Promise<Account> {
  const account = await service.account();
  for (const slug of ['shortlinks', 'forums']) await account.client.post('/v1/apps/install', { slug }).expect(200);
  await query(
    `INSERT INTO ext_shortlinks.links (owner_id, slug, url, title)
     SELECT $1, $2 || n, 'https://example.com/', repeat('x', $4) FROM generate_series(1, $3::int) n`,
    account.id,
    `links-${++accounts}-`,
    count,
    titleLength,
  );
  return account;
}

async function rowsOf(text: string, ...values: unknown[]) {
  return (await query(text, ...values)).rows;
}

describe('an export that runs', () => {
  const running = ({ id }: Account, lapses: string) =>
    query(
      `INSERT INTO apps.running_exports VALUES ($1, gen_random_uuid(), now() + $2::interval)
       ON CONFLICT (user_id) DO UPDATE SET lapses_at = excluded.lapses_at`,
      id,
      lapses,
    );
  const left = ({ id }: Account) => rowsOf('SELECT FROM apps.running_exports WHERE user_id = $1', id);

  it('is the only one of its account, of whichever app and in whichever process', async () => {
    const [ann, ben] = [await withLinks(1), await withLinks(1)];
    await running(ann, '1 minute');
    for (const slug of ['shortlinks', 'forums']) await exported(ann, {}, slug).expect(409, RUNNING);
    await csv(ann).expect(409, RUNNING);
    expect((await exported(ben).expect(200)).body.export.links).toHaveLength(1);
  });

  it('lapses where its process has died', async () => {
    const ann = await withLinks(1);
    await running(ann, '-1 second');
    await exported(ann).expect(200);
    expect(await left(ann)).toEqual([]);
  });

  it('is over when its caller has the answer, or a refusal', async () => {
    const ann = await withLinks(1);
    for (let time = 0; time < 5; time++) {
      await exported(ann).expect(200);
      await csv(ann).expect(200);
    }
    await exported(ann, { format: 'xml' }).expect(400);
    await query('ALTER TABLE ext_shortlinks.link_days RENAME TO other');
    const failing = (body: object) =>
      unread(service.url, '/v1/apps/shortlinks/export', {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.access_token}` },
        body,
      });
    expect([(await failing({})).status, (await failing({ format: 'csv' })).status]).toEqual([500, 500]);
    await query('ALTER TABLE ext_shortlinks.other RENAME TO link_days');
    await exported(ann).expect(200);
    await nothingIncoming(service);
  });
});

describe('the rows of an export', () => {
  it('are all of them, in order, in batches of many sizes', async () => {
    const ann = await withLinks(600, 1);
    await query(
      `UPDATE ext_shortlinks.links SET title = repeat('y', 50000) WHERE owner_id = $1 AND slug LIKE '%99'`,
      ann.id,
    );
    const { links } = (await exported(ann).expect(200)).body.export;
    const expected = await rowsOf('SELECT id FROM ext_shortlinks.links WHERE owner_id = $1 ORDER BY id', ann.id);
    expect(links.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it('are each there once where a lock came too late and the export began again', async () => {
    const ann = await withLinks(3);
    await query(`INSERT INTO ext_shortlinks.retired_slugs (owner_id, slug) VALUES ($1, 'retired')`, ann.id);
    const again = async (body: object) => {
      const before = await retries(service, '55P03');
      const writer = await service.database.connect();
      await writer.query('BEGIN; LOCK TABLE ext_shortlinks.retired_slugs');
      const answer = exported(ann, body).expect(200);
      const read = answer.then((given) => given.body.export);
      await eventually(async () => expect(await retries(service, '55P03')).toBeGreaterThan(before));
      await writer.query('COMMIT');
      writer.release();
      return read;
    };
    const { links, retired_slugs } = await again({});
    expect([links.length, retired_slugs.length]).toEqual([3, 1]);
    const { download_url } = await again({ format: 'csv' });
    const files = unzipSync(await bytesOf(await get(service, download_url)));
    const lines = (name: string) => strFromU8(files[name] as Uint8Array).split('\r\n').length - 2;
    expect([lines('links.csv'), lines('retired_slugs.csv')]).toEqual([3, 1]);
  });

  it('are those of one moment, whichever table they are in', async () => {
    const ann = await withLinks(3);
    const writer = await service.database.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('LOCK TABLE ext_shortlinks.retired_slugs IN ACCESS EXCLUSIVE MODE');
      const answer = exported(ann).expect(200);
      const read = answer.then(({ body }) => body.export);
      await eventually(async () => {
        if (!(await rowsOf(waitingFor('ext_shortlinks.retired_slugs'))).length) throw new Error('it does not wait yet');
      });
      await writer.query(
        `INSERT INTO ext_shortlinks.links (owner_id, slug, url) VALUES ($1, 'written-meanwhile', 'https://example.com/')`,
        [ann.id],
      );
      await writer.query(`INSERT INTO ext_shortlinks.retired_slugs (owner_id, slug) VALUES ($1, 'retired-meanwhile')`, [
        ann.id,
      ]);
      await writer.query('COMMIT');
      const { links, retired_slugs } = await read;
      expect([links.length, retired_slugs.length]).toEqual([3, 0]);
    } finally {
      writer.release(true);
    }
    const { links, retired_slugs } = (await exported(ann).expect(200)).body.export;
    expect([links.length, retired_slugs.length]).toEqual([4, 1]);
  });

  it('are refused where they are larger than the operator allows', async () => {
    const ann = await withLinks(300, 5000);
    await exported(ann).expect(409, TOO_LARGE);
    await csv(ann).expect(409, TOO_LARGE);
    await nothingIncoming(service);
    expect(await rowsOf('SELECT FROM files.files WHERE owner_id = $1', ann.id)).toEqual([]);
    await query(`DELETE FROM ext_shortlinks.links WHERE owner_id = $1 AND slug NOT LIKE '%9'`, ann.id);
    expect((await exported(ann).expect(200)).body.export.links).toHaveLength(30);
  });
});

describe('an export as CSV', () => {
  const kept = ({ id }: Account) => rowsOf('SELECT id, size::int AS size FROM files.files WHERE owner_id = $1', id);
  const used = async ({ id }: Account) =>
    (await rowsOf('SELECT app_bytes::float8 AS bytes FROM files.usage WHERE owner_id = $1', id))[0]?.bytes;

  it('is one file of the account and the app, however often it is made', async () => {
    const ann = await withLinks(3);
    const before = await storedAtRest(service);
    const first = (await csv(ann).expect(200)).body.export.download_url as string;
    let last = first;
    for (let time = 1; time < 40; time++) last = (await csv(ann).expect(200)).body.export.download_url;
    const [file, ...others] = await kept(ann);
    expect(others).toEqual([]);
    expect(await used(ann)).toBe(file?.size);
    await service.app.get(EmptyTrashJob).run();
    expect(stored(service)).toHaveLength(before + 1);
    expect((await get(service, first)).status).toBe(404);
    expect((await get(service, last)).status).toBe(200);
    const forums = (await exported(ann, { format: 'csv' }, 'forums').expect(200)).body.export.download_url;
    expect(await kept(ann)).toHaveLength(2);
    for (const address of [forums, last]) expect((await get(service, address)).status).toBe(200);
  });

  it('holds a file for each table, with the columns of all of its rows', async () => {
    const ann = await withLinks(2);
    const odd = `a "quoted", one\r\nand \u2028 another = line\\n`;
    await query(`UPDATE ext_shortlinks.links SET title = $2, utm = '{"a": "b,c"}' WHERE owner_id = $1`, ann.id, odd);
    const { download_url } = (await csv(ann).expect(200)).body.export;
    const zip = unzipSync(await bytesOf(await get(service, download_url)));
    expect(Object.keys(zip)).toEqual(
      ['links', 'retired_slugs', 'link_days', 'link_day_values'].map((name) => `${name}.csv`),
    );
    expect(strFromU8(zip['retired_slugs.csv'] as Uint8Array)).toBe('');
    const links = strFromU8(zip['links.csv'] as Uint8Array);
    const [head = ''] = links.split('\r\n');
    const { links: rows } = (await exported(ann).expect(200)).body.export;
    expect(head.split(',')).toEqual(Object.keys(rows[0]));
    expect(head).not.toContain('password_hash');
    expect(links.split(`"${odd.replaceAll('"', '""')}"`)).toHaveLength(3);
    expect(links.split(`"{""a"":""b,c""}"`)).toHaveLength(3);
  });

  it('counts for the room of the account, and is refused where there is none', async () => {
    const ann = await withLinks(1);
    await csv(ann).expect(200);
    const [file] = await kept(ann);
    await query(
      `UPDATE files.usage SET app_bytes = 100 * 1024::bigint ^ 3 + $2 - 10 WHERE owner_id = $1`,
      ann.id,
      file?.size,
    );
    await csv(ann).expect(409, FULL);
    expect(await kept(ann)).toEqual([file]);
    await exported(ann).expect(200);
    await query('UPDATE files.usage SET app_bytes = $2 WHERE owner_id = $1', ann.id, file?.size);
    await csv(ann).expect(200);
    expect(await kept(ann)).toHaveLength(1);
  });
});
