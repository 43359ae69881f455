import { PASSWORD, SLOW_HASHES, TestService } from '../support/service.js';
import { atOnce, refusals, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ APP_URL: 'https://app.example.com/client', ...SLOW_HASHES });
});
afterAll(() => service.stop());

const signUp = (body: object | string) => service.client().post('/v1/auth/sign-up', body);
const signIn = (email: string, password: string) => service.client().post('/v1/auth/sign-in', { email, password });
const rowOf = async (email: string) =>
  (await service.database.query('SELECT * FROM account.users WHERE email = $1', [email])).rows[0];

const LOCAL = 'l'.repeat(64);
const label = (length: number) => 'd'.repeat(length);
const LONGEST = `${LOCAL}@${label(62)}.${label(61)}.${label(61)}.de`;
const TOO_LONG = `${LOCAL}@${label(62)}.${label(62)}.${label(61)}.de`;

describe('POST /v1/auth/sign-up', () => {
  it('answers with id and address, and nothing else', async () => {
    const { body } = await signUp({
      email: ' Ann@Example.com ',
      password: 'long enough',
      first_name: 'Ann',
    }).expect(201);
    expect(body).toEqual({ user: { id: expect.stringMatching(/^[\da-f-]{36}$/), email: 'ann@example.com' } });
    expect(await rowOf('ann@example.com')).toMatchObject({
      first_name: 'Ann',
      last_name: null,
      role: 'user',
    });
  });

  it.each([
    ['an upper-case address with white space around it', '\t  BOB@EXAMPLE.COM \n', 'bob@example.com'],
    ['a tag and a subdomain', 'Cy+news@mail.Example.co.uk', 'cy+news@mail.example.co.uk'],
    ['an address of 254 characters', LONGEST, LONGEST],
  ])('takes %s', async (_, email, kept) => {
    const { body } = await signUp({ email, password: PASSWORD }).expect(201);
    expect(body.user.email).toBe(kept);
    await signIn(email, PASSWORD).expect(200);
    await signUp({ email: kept.toUpperCase(), password: PASSWORD }).expect(409, {
      error: 'Email already registered',
    });
  });

  const good = { email: 'never@example.com', password: PASSWORD };
  const { email: _email, ...withoutEmail } = good;
  const { password: _password, ...withoutPassword } = good;
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['email', 'password']],
    ['no address', withoutEmail, ['email']],
    ['no password', withoutPassword, ['password']],
    ['null for the address', { ...good, email: null }, ['email']],
    ['null for the password', { ...good, password: null }, ['password']],
    ['an empty address', { ...good, email: '' }, ['email']],
    ['an empty password', { ...good, password: '' }, ['password']],
    ['a number for the address', { ...good, email: 5 }, ['email']],
    ['a number for the password', { ...good, password: 1234567890 }, ['password']],
    ['a list for the address', { ...good, email: ['never@example.com'] }, ['email']],
    ['a list for the password', { ...good, password: [PASSWORD] }, ['password']],
    ['an object for the address', { ...good, email: { ne: '' } }, ['email']],
    ['an address of 255 characters', { ...good, email: TOO_LONG }, ['email']],
    ['a word for the address', { ...good, email: 'never' }, ['email']],
    ['an address without a host', { ...good, email: 'never@' }, ['email']],
    ['an address without a name', { ...good, email: '@example.com' }, ['email']],
    ['an address with a space', { ...good, email: 'ne ver@example.com' }, ['email']],
    ['an address with a line break', { ...good, email: 'never\n@example.com' }, ['email']],
    ['two addresses', { ...good, email: 'never@example.com,more@example.com' }, ['email']],
    ['an address with a display name', { ...good, email: 'Never <never@example.com>' }, ['email']],
    ['a password of 7 characters', { ...good, password: '1234567' }, ['password']],
    ['a password of 257 characters', { ...good, password: 'p'.repeat(257) }, ['password']],
    ['a password of 7 emoji', { ...good, password: '😀'.repeat(7) }, ['password']],
    ['a password of 257 emoji', { ...good, password: '😀'.repeat(257) }, ['password']],
    ['a number for the first name', { ...good, first_name: 5 }, ['first_name']],
    ['an object for the last name', { ...good, last_name: {} }, ['last_name']],
    ['a first name of 101 characters', { ...good, first_name: 'n'.repeat(101) }, ['first_name']],
    [
      'a fault in each field',
      { email: 'never', password: 'short', first_name: 5, last_name: [] },
      ['email', 'first_name', 'last_name', 'password'],
    ],
  ])('names every fault of %s', async (_, body, fields) => {
    const { body: answer } = await signUp(body).expect(400);
    expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    const faults = answer.details as { field: string; message: string }[];
    expect([...new Set(faults.map(({ field }) => field))].sort()).toEqual(fields);
    for (const { message } of faults) expect(message).toMatch(/\w/);
    expect(await rowOf('never@example.com')).toBeUndefined();
  });

  it.each([
    ['8 characters', 'abcdefgh'],
    ['256 characters', 'p'.repeat(256)],
    ['8 emoji', '😀'.repeat(8)],
    ['256 emoji', '😀'.repeat(256)],
    ['spaces at both ends', '  in between  '],
    ['nothing but spaces', ' '.repeat(8)],
  ])('takes a password of %s, and only that one opens', async (name, password) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    await signUp({ email, password }).expect(201);
    await signIn(email, password).expect(200);
    const without = [...password].slice(0, -1).join('');
    for (const other of [without, `${without}x`, password.trim(), `${password} `].filter((one) => one !== password)) {
      await signIn(email, other).expect(401, { error: 'Invalid credentials' });
    }
  });

  it('takes names that are null or empty', async () => {
    await signUp({ email: 'names@example.com', password: PASSWORD, first_name: null, last_name: '' }).expect(201);
    expect(await rowOf('names@example.com')).toMatchObject({ first_name: null, last_name: '' });
  });

  it('ignores unknown fields', async () => {
    const id = '0190a0a0-0000-7000-8000-000000000000';
    const more = {
      role: 'admin',
      type: 'creator',
      verified: true,
      user_status: 'banned',
      username: 'root',
      id,
    };
    const { body } = await signUp({ email: 'more@example.com', password: PASSWORD, ...more }).expect(201);
    expect(body.user.id).not.toBe(id);
    const expected = { role: 'user', type: null, verified: false, user_status: 'active', username: null };
    expect(await rowOf('more@example.com')).toMatchObject({ ...expected, email_verified_at: null });
  });

  it('stores no readable password', async () => {
    await signUp({ email: 'hash@example.com', password: PASSWORD }).expect(201);
    expect((await rowOf('hash@example.com')).password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  });

  it('creates one account for twenty concurrent spellings of the same address', async () => {
    const spelled = (index: number) =>
      [...'racing@example.com'].map((c, at) => ((index >> (at % 5)) & 1 ? c.toUpperCase() : c)).join('');
    const answers = await atOnce(20, (index) => signUp({ email: spelled(index), password: PASSWORD }));
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Email already registered' }]);
    const { rows } = await service.database.query(
      `SELECT FROM account.users WHERE lower(email) = 'racing@example.com'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('mails one link of the agreed form, in text and HTML', async () => {
    await signUp({ email: 'mail@example.com', password: PASSWORD }).expect(201);
    const [mail] = await service.mailsTo('mail@example.com');
    const link = /^https:\/\/app\.example\.com\/client\/verify-email\?token_hash=([\w-]{43})&type=email$/m;
    expect(mail?.text).toMatch(link);
    const token = link.exec(mail?.text ?? '')?.[1];
    expect(mail?.html).toContain(`verify-email?token_hash=${token}&amp;type=email`);
    await service.jobsDone();
    expect(await service.mailsTo('mail@example.com')).toHaveLength(1);
  });

  it('creates one account for one Idempotency-Key, however often it is sent', async () => {
    const keyed = service.client({ 'idempotency-key': 'sign-up-once' });
    const body = { email: 'once@example.com', password: PASSWORD };
    const answers = await atOnce(5, () => keyed.post('/v1/auth/sign-up', body));
    expect(tally(answers)).toEqual({ 201: 5 });
    expect(new Set(answers.map(({ body: { user } }) => user.id)).size).toBe(1);
    await keyed
      .post('/v1/auth/sign-up', { ...body, email: 'twice@example.com' })
      .expect(409, { error: 'Idempotency key reused' });
    await signUp(body).expect(409, { error: 'Email already registered' });
  });
});
