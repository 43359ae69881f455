import { atOnce, tally } from '../account/at-once.js';
import { invalid, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { ID } from '../social/posting.js';
import { PASSWORD, TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

let service: TestService;
let admin: Person;
let user: Person;
beforeAll(async () => {
  service = await TestService.start({ TRUST_PROXY: 'loopback' });
  [admin, user] = [await person(service, 'admin'), await person(service)];
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE moderation.blacklist'));

const PATH = '/v1/admin/blacklist';
const MISSING = { error: 'Blacklist entry not found' };
const NO_SIGN_UP = { error: 'Sign-up not allowed' };
const NO_SIGN_IN = { error: 'Sign-in not allowed' };
const add = async (type: string, value: string, more: object = {}) =>
  (await admin.client.post(PATH, { type, value, ...more }).expect(201)).body.entry;
const list = async () => (await admin.client.get(PATH).expect(200)).body.entries;
const from = (address: string) => service.client({ 'x-forwarded-for': address });
const signUp = (email: string, address = '192.0.2.1') =>
  from(address).post('/v1/auth/sign-up', { email, password: PASSWORD });
const signIn = (email: string, address: string, password = PASSWORD) =>
  from(address).post('/v1/auth/sign-in', { email, password });

it('is for admins with a token', () =>
  expectStaffOnly(service, { user, admin }, ['get', PATH], ['post', PATH], ['delete', `${PATH}/${UNKNOWN}`]));

describe('an entry', () => {
  it('is made, listed and deleted, and told in the audit log', async () => {
    const entry = await add('email', ' Bad@Example.com', { reason: 'spam' });
    const given = { type: 'email', value: ' Bad@Example.com', reason: 'spam' };
    expect(entry).toEqual({ id: ID, ...given, created_at: TIME });
    expect(await list()).toEqual([entry]);
    await admin.client.delete(`${PATH}/${entry.id}`).expect(200, { message: 'Blacklist entry deleted' });
    for (const id of [entry.id, UNKNOWN, 'none', '5']) await admin.client.delete(`${PATH}/${id}`).expect(404, MISSING);
    expect(await list()).toEqual([]);
    const told = { entry_id: entry.id, ...given };
    expect(await audited(service, admin.id, 'admin.blacklist_entry_created')).toEqual([told]);
    expect(await audited(service, admin.id, 'admin.blacklist_entry_deleted')).toEqual([told]);
  });

  it('is the one that is there when it is added again, in other letters, by twenty at once', async () => {
    const before = (await audited(service, admin.id, 'admin.blacklist_entry_created')).length;
    const body = { type: 'email', value: 'b.ad@gmail.com' };
    const answers = await atOnce(20, (n) =>
      admin.client.post(PATH, { ...body, value: n % 2 ? body.value : 'BAD+x@googlemail.com' }),
    );
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await audited(service, admin.id, 'admin.blacklist_entry_created')).length).toBe(before + 1);
  });

  it('takes the types and a reason or none', async () => {
    for (const [type, value] of [
      ['ip', '192.0.2.0/24'],
      ['domain', '*.example.com'],
      ['username', 'root'],
    ] as const) {
      expect(await add(type, value, { reason: null, id: UNKNOWN })).toMatchObject({ value, reason: null });
    }
    expect((await list()).map(({ type }: { type: string }) => type)).toEqual(['username', 'domain', 'ip']);
  });

  it.each([
    {},
    { type: 'ip' },
    { value: 'x' },
    { type: '', value: 'x' },
    { type: 'ip', value: '' },
    { type: null, value: null },
  ])('is not made of %j', (body) =>
    admin.client.post(PATH, body).expect(400, { error: 'Type and value are required' }),
  );

  it.each<[string, object]>([
    ['type', { type: 'phone', value: '5' }],
    ['type', { type: 5, value: '5' }],
    ['value', { type: 'email', value: 'bad' }],
    ['value', { type: 'ip', value: '1.2.3.4/33' }],
    ['value', { type: 'domain', value: 'exa mple' }],
    ['value', { type: 'username', value: '  ' }],
    ['value', { type: 'username', value: 5 }],
    ['value', { type: 'username', value: 'x'.repeat(255) }],
    ['reason', { type: 'ip', value: '::1', reason: 'r'.repeat(501) }],
    ['reason', { type: 'ip', value: '::1', reason: 5 }],
  ])('has no %s like %j', async (field, body) => {
    const { body: answer } = await admin.client.post(PATH, body).expect(400);
    expect(answer.details[0].field).toBe(field);
    expect(answer.error).toBe('Validation error');
    expect(await list()).toEqual([]);
  });

  it('is listed page by page, whole also within one millisecond', async () => {
    await service.database.query(
      `INSERT INTO moderation.blacklist (type, value, folded, created_at)
       SELECT 'username', n, n, '2030-01-01' FROM generate_series(1, 120) n`,
    );
    const seen = await walk<{ id: string }>(admin.client, `${PATH}?limit=7`, 'entries');
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
    expect(await list()).toHaveLength(50);
    await admin.client.get(`${PATH}?limit=0`).expect(400, { error: 'Invalid limit' });
    await admin.client.get(`${PATH}?cursor=x`).expect(400, { error: 'Invalid cursor' });
  });
});

describe('sign-up', () => {
  it('is refused to an address in whatever spelling, before it is told whether it is known', async () => {
    await signUp('known@gmail.com').expect(201);
    await add('email', 'Kno.wn@Gmail.com');
    for (const email of ['known@gmail.com', 'KNOWN@GMAIL.COM', 'k.nown+1@googlemail.com'])
      await signUp(email).expect(403, NO_SIGN_UP);
    await signUp('known1@gmail.com').expect(201);
    await signUp('known').expect(400);
  });

  it('is refused to a domain with all that lies in it', async () => {
    await add('domain', 'bücher.example');
    for (const host of ['xn--bcher-kva.example', 'MAIL.xn--bcher-kva.example', 'bücher.example'])
      await signUp(`new@${host}`).expect(403, NO_SIGN_UP);
    await signUp('new@xbuecher.example').expect(201);
  });

  it('is refused to a network, however its addresses are written', async () => {
    await add('ip', '198.51.100.0/24');
    await add('ip', '2001:db8::/32');
    for (const address of [
      '198.51.100.7',
      '::ffff:198.51.100.7',
      '::FFFF:C633:6407',
      '2001:DB8:0::9',
      '2001:db8::9%eth0',
    ])
      await signUp('from-there@example.com', address).expect(403, NO_SIGN_UP);
    await signUp('from-there@example.com', '198.51.101.7').expect(201);
  });

  it('is open again when the entry is deleted', async () => {
    const { id } = await add('domain', 'shut.example');
    await signUp('new@shut.example').expect(403, NO_SIGN_UP);
    await admin.client.delete(`${PATH}/${id}`).expect(200);
    await signUp('new@shut.example').expect(201);
  });
});

describe('sign-in', () => {
  const EMAIL = 'inside@example.com';

  it('is refused from a network, once the password was right', async () => {
    await signUp(EMAIL).expect(201);
    await add('ip', '203.0.113.0/24');
    await signIn(EMAIL, '203.0.113.5').expect(403, NO_SIGN_IN);
    await signIn(EMAIL, '::ffff:203.0.113.5').expect(403, NO_SIGN_IN);
    await signIn(EMAIL, '203.0.113.5', 'not this one').expect(401, { error: 'Invalid credentials' });
    await signIn('nobody@example.com', '203.0.113.5').expect(401, { error: 'Invalid credentials' });
    await signIn(EMAIL, '203.0.112.5').expect(200);
  });

  it('is refused by the link of the mail too, which is still good elsewhere', async () => {
    const email = 'to-confirm@example.com';
    await signUp(email).expect(201);
    const token_hash = await service.mailedToken(email, 'token_hash');
    await add('ip', '203.0.113.0/24');
    const verify = (address: string) => from(address).post('/v1/auth/verify-email', { token_hash, type: 'email' });
    await verify('203.0.113.5').expect(403, NO_SIGN_IN);
    await verify('192.0.2.1').expect(200);
  });

  it('stays open to staff, also from an address that is shut, and so does what staff does', async () => {
    const staff = await service.admin();
    for (const value of ['0.0.0.0/0', '::/0']) await add('ip', value);
    await signUp('anybody@example.com').expect(403, NO_SIGN_UP);
    const { body } = await signIn(staff.email, '203.0.113.5').expect(200);
    const { entries } = (
      await service.bearer(body.session.access_token).with({ 'x-forwarded-for': '203.0.113.5' }).get(PATH)
    ).body;
    expect(entries).toHaveLength(2);
  });
});

describe('a username', () => {
  const rename = ({ client }: Person, username: unknown, more: object = {}) =>
    client.patch('/v1/users/me', { username, ...more });

  it('that is shut is nobody’s any more, but whose it is already', async () => {
    const [holder, other] = [await person(service), await person(service)];
    await rename(holder, 'root').expect(200);
    await add('username', 'ＲＯＯＴ');
    expect((await rename(other, 'root').expect(400)).body).toEqual(invalid('username'));
    await rename(other, 'root1').expect(200);
    await rename(holder, 'root', { bio: 'Still me' }).expect(200);
    await rename(holder, 'other_name').expect(200);
    expect((await rename(holder, 'root').expect(400)).body).toEqual(invalid('username'));
  });

  it('that has filtered words by now does not keep its owner from changing the rest', async () => {
    const holder = await person(service);
    await rename(holder, 'darn_good').expect(200);
    await admin.client.post('/v1/admin/censors', { pattern: 'darn' }).expect(201);
    expect((await rename(user, 'darn_bad').expect(400)).body).toEqual(invalid('username'));
    const { body } = await rename(holder, 'darn_good', { bio: 'Hm' }).expect(200);
    expect(body.user).toMatchObject({ username: 'darn_good', bio: 'Hm' });
  });
});
