import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { atOnce, refusals, tally } from '../account/at-once.js';
import { eventually, TestService } from '../support/service.js';
import { incoming, nothingIncoming, stored, storedAtRest, upload } from './forms.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const GIBIBYTE = 1024 ** 3;
const use = (id: string, bytes: number, uploads: number, day = 'current_date') =>
  service.database.query(
    `INSERT INTO files.usage (owner_id, bytes, day, uploads) VALUES ($1, $2, ${day}, $3)
     ON CONFLICT (owner_id) DO UPDATE SET bytes = excluded.bytes, day = excluded.day, uploads = excluded.uploads`,
    [id, bytes, uploads],
  );

describe('an account', () => {
  it('keeps at most 10 GiB, also with twenty concurrent uploads', async () => {
    const { id, client } = await service.account();
    await use(id, 10 * GIBIBYTE - 35, 0);
    const before = await storedAtRest(service);
    const answers = await atOnce(20, () => upload(client, '0123456789'));
    expect(tally(answers)).toEqual({ 201: 3, 409: 17 });
    expect(refusals(answers)).toEqual([{ error: 'Storage is full' }]);
    await upload(client, '01234').expect(201);
    await upload(client, '0').expect(409, { error: 'Storage is full' });
    await eventually(async () => expect(stored(service)).toHaveLength(before + 4));
    await nothingIncoming(service);
    const { body } = await client.get('/v1/files').expect(200);
    await client.delete(`/v1/files/${body.files[0].id}`).expect(200);
    await upload(client, '01234').expect(201);
  });

  it('uploads at most 1,000 times a day', async () => {
    const { id, client } = await service.account();
    await use(id, 0, 995);
    const answers = await atOnce(20, () => upload(client, '0123456789'));
    expect(tally(answers)).toEqual({ 201: 5, 429: 15 });
    expect(refusals(answers)).toEqual([{ error: 'Too many uploads today' }]);
    const { headers } = await upload(client, 'x').expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
    await use(id, 50, 1000, 'current_date - 1');
    await upload(client, 'x').expect(201);
    const { rows } = await service.database.query('SELECT uploads, bytes FROM files.usage WHERE owner_id = $1', [id]);
    expect(rows).toEqual([{ uploads: 1, bytes: '51' }]);
    expect(incoming(service)).toEqual([]);
  });
});

describe('a full disk', () => {
  it.each(['files', 'incoming'])('is a 503 in %s', async (name) => {
    const { client, id } = await service.account();
    const folder = `${service.runtime.environment.dataDir}/${name}`;
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'in the way');
    const { body, headers } = await upload(client, 'words').expect(503);
    expect(body).toEqual({ error: 'Service unavailable' });
    expect(headers['retry-after']).toBe('5');
    rmSync(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    await upload(client, 'words').expect(201);
    const { rows } = await service.database.query('SELECT bytes FROM files.usage WHERE owner_id = $1', [id]);
    expect(rows).toEqual([{ bytes: '5' }]);
  });
});
