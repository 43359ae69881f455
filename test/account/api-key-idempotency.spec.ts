import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const REUSED = { error: 'Idempotency key reused' };

const make = ({ client }: Account, name: string, idempotencyKey: string) =>
  client.with({ 'idempotency-key': idempotencyKey }).post('/v1/api-keys', { name });
const keysOf = async ({ client }: Account) => (await client.get('/v1/api-keys').expect(200)).body.api_keys;

describe('Idempotency-Key on POST /v1/api-keys', () => {
  it('gives the same answer again, and makes one key', async () => {
    const account = await service.account();
    const { body: first } = await make(account, 'once', 'same').expect(201);
    const { body: again } = await make(account, 'once', 'same').expect(201);
    expect(again).toEqual(first);
    expect(await keysOf(account)).toEqual([first.api_key]);
    await service.client({ 'x-api-key': again.key }).get('/v1/auth/session').expect(200);
  });

  it('applies to every spelling of the path', async () => {
    const account = await service.account();
    const { body: first } = await make(account, 'once', 'same').expect(201);
    const headers = {
      ...account.client.headers,
      'idempotency-key': 'same',
      'content-type': 'application/json',
    };
    const again = { method: 'POST', headers, body: '{"name":"once"}' };
    expect(await (await fetch(`${service.url}/v1/api-keys/`, again)).json()).toEqual(first);
    expect(await keysOf(account)).toHaveLength(1);
  });

  it('makes one key for twenty at once', async () => {
    const account = await service.account();
    const answers = await atOnce(20, () => make(account, 'once', 'at-once'));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    expect(await keysOf(account)).toHaveLength(1);
  });

  it('is refused with another body, even one that says the same', async () => {
    const account = await service.account();
    await make(account, 'once', 'same').expect(201);
    await make(account, 'twice', 'same').expect(409, REUSED);
    await account.client
      .with({ 'idempotency-key': 'same' })
      .post('/v1/api-keys', '{ "name": "once" }')
      .expect(409, REUSED);
    expect(await keysOf(account)).toHaveLength(1);
  });

  it('creates one key when two bodies come at once', async () => {
    const account = await service.account();
    const answers = await atOnce(10, (index) => make(account, `name ${index % 2}`, 'two bodies'.replace(' ', '-')));
    expect(tally(answers)).toEqual({ 201: 5, 409: 5 });
    expect(await keysOf(account)).toHaveLength(1);
  });

  it('is separate for each caller', async () => {
    const [ann, ben] = [await service.account(), await service.account()];
    const { body: anns } = await make(ann, 'mine', 'shared').expect(201);
    const { body: bens } = await make(ben, 'mine', 'shared').expect(201);
    expect(bens.key).not.toBe(anns.key);
    expect(await keysOf(ben)).toEqual([bens.api_key]);
  });

  it('is shared by the sessions of one caller', async () => {
    const account = await service.account();
    const { body: first } = await make(account, 'once', 'sessions').expect(201);
    const { body: again } = await make(await service.signIn(account.email), 'once', 'sessions').expect(201);
    expect(again).toEqual(first);
  });

  it('keeps a 400, with its details', async () => {
    const account = await service.account();
    const { body: first } = await make(account, '', 'refused').expect(400);
    expect(first).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect((await make(account, '', 'refused').expect(400)).body).toEqual(first);
    await make(account, 'a name now', 'refused').expect(409, REUSED);
  });

  it('keeps a 409 even when there would be room now', async () => {
    const account = await service.account();
    await atOnce(20, (index) => account.client.post('/v1/api-keys', { name: `key ${index}` }).expect(201));
    const { body: full } = await make(account, 'one more', 'full').expect(409);
    const [some] = await keysOf(account);
    await account.client.delete(`/v1/api-keys/${some.id}`).expect(200);
    expect((await make(account, 'one more', 'full').expect(409)).body).toEqual(full);
    await make(account, 'one more', 'room').expect(201);
  });

  it('answers 401 before it looks at the key', async () => {
    const account = await service.account();
    const { body: made } = await make(account, 'once', 'guarded').expect(201);
    const stranger = service.client({ 'idempotency-key': 'guarded' });
    await stranger.post('/v1/api-keys', { name: 'once' }).expect(401, { error: 'Not authenticated' });
    await stranger
      .with({ 'x-api-key': made.key })
      .post('/v1/api-keys', { name: 'once' })
      .expect(401, { error: 'Not authenticated' });
  });

  it('is forgotten after 24 hours', async () => {
    const account = await service.account();
    await make(account, 'once', 'a-day').expect(201);
    await service.database.query(
      `UPDATE platform.idempotent_answers SET created_at = created_at - interval '24 hours'`,
    );
    await make(account, 'another', 'a-day').expect(201);
    expect(await keysOf(account)).toHaveLength(2);
  });

  it.each(['', ' ', 'k'.repeat(256), 'with space', 'ümlaut'])('is refused when it is %j', async (key) => {
    const account = await service.account();
    const { status, body } = await make(
      account,
      'n',
      encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'),
    );
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'Validation error' });
    expect(await keysOf(account)).toEqual([]);
  });

  it('stores no readable secret in the table', async () => {
    const account = await service.account();
    const { body } = await make(account, 'a name to look for', 'a-key-to-look-for').expect(201);
    const { rows } = await service.database.query('SELECT a::text AS line FROM platform.idempotent_answers a');
    const table = rows.map(({ line }) => line).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    for (const word of [body.key, body.api_key.id, 'a name to look for', 'a-key-to-look-for', account.id]) {
      expect(table).not.toContain(word);
      expect(table).not.toContain(Buffer.from(word).toString('hex'));
    }
  });
});
