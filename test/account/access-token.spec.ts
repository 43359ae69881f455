import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type Account, eventually, TestService } from '../support/service.js';
import { forge, readToken, unsigned } from './token.js';

const SECRET = 'a secret that the service and its tests share';

let service: TestService;
let ann: Account;
let ben: Account;
beforeAll(async () => {
  service = await TestService.start({ JWT_SECRET: SECRET });
  ann = await service.account();
  ben = await service.account();
});
afterAll(() => service.stop());

type Part = Record<string, unknown>;

/** The token of Ann with changed claims, signed with the real secret. */
function signed(claims: Part, header: Part = {}): string {
  const own = readToken(ann.access_token);
  return forge({ ...own.header, ...header }, { ...own.claims, ...claims }, SECRET);
}

/** Any JSON as claims, signed with the real secret. */
const signedAs = (claims: unknown) => forge(readToken(ann.access_token).header, claims as Part, SECRET);

const without = (part: 'header' | 'claims', name: string) => {
  const { header, claims } = readToken(ann.access_token);
  const { [name]: _, ...rest } = part === 'header' ? header : claims;
  return part === 'header' ? forge(rest, claims, SECRET) : forge(header, rest, SECRET);
};

function withAlgorithm(alg: string, hash = 'sha256', secret = SECRET): string {
  const { header, claims } = readToken(ann.access_token);
  return forge({ ...header, alg }, claims, secret, hash);
}

function signedWith(algorithm: 'RS256' | 'ES256'): string {
  const { header, claims } = readToken(ann.access_token);
  const pair =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  return jwt.sign(claims, pair.privateKey, {
    algorithm,
    header: { ...header, alg: algorithm, jwk } as never,
  });
}

function swapped(): string {
  const [header, , signature] = ann.access_token.split('.');
  const [, claims] = ben.access_token.split('.');
  return [header, claims, signature].join('.');
}

const claimsOf = (account: Account) => readToken(account.access_token).claims;
const now = () => Math.floor(Date.now() / 1000);
const bearer = (token: string) => `Bearer ${token}`;

async function expectRefused(authorization: string): Promise<void> {
  const client = service.client({ authorization });
  const { body, headers } = await client.get('/v1/auth/session').expect(401);
  expect(body).toEqual({ error: 'Not authenticated' });
  expect(headers['cache-control']).toBe('no-store');
  await client.post('/v1/auth/sign-out').expect(401, { error: 'Not authenticated' });
  await client.get('/v1/health').expect(200);
  await client.post('/v1/auth/resend-verification', { email: 'nobody@example.com' }).expect(200);
}

describe('a forged token is refused, and does not block public routes', () => {
  const FORGED: [string, () => string][] = [
    ['alg none', () => unsigned({ alg: 'none', typ: 'JWT' }, claimsOf(ann))],
    [
      'alg none with the real kid',
      () => unsigned({ ...readToken(ann.access_token).header, alg: 'none' }, claimsOf(ann)),
    ],
    ['alg NoNe', () => unsigned({ ...readToken(ann.access_token).header, alg: 'NoNe' }, claimsOf(ann))],
    [
      'alg none with the real signature',
      () => unsigned({ alg: 'none' }, claimsOf(ann), ann.access_token.split('.')[2]),
    ],
    ['no alg', () => without('header', 'alg')],
    ['HS384 under the real secret', () => withAlgorithm('HS384', 'sha384')],
    ['HS512 under the real secret', () => withAlgorithm('HS512', 'sha512')],
    ['hs256 in lower case', () => withAlgorithm('hs256')],
    ['RS256 that is an HMAC', () => withAlgorithm('RS256')],
    ['RS256 under a key of its own', () => signedWith('RS256')],
    ['ES256 under a key of its own', () => signedWith('ES256')],
    ['HS256 under another secret', () => withAlgorithm('HS256', 'sha256', `${SECRET}.`)],
    ['HS256 under no secret', () => withAlgorithm('HS256', 'sha256', '')],
    ['HS256 under the kid', () => withAlgorithm('HS256', 'sha256', String(readToken(ann.access_token).header.kid))],
    ['the claims of another, under the old signature', swapped],
    ['no signature', () => `${ann.access_token.split('.').slice(0, 2).join('.')}.`],
    ['a cut signature', () => ann.access_token.slice(0, -1)],
    ['two parts', () => ann.access_token.split('.').slice(0, 2).join('.')],
    ['four parts', () => `${ann.access_token}.more`],
    ['a foreign issuer', () => signed({ iss: 'https://elsewhere.example' })],
    ['no issuer', () => without('claims', 'iss')],
    ['a foreign audience', () => signed({ aud: 'elsewhere' })],
    ['no audience', () => without('claims', 'aud')],
    ['an expiry that has passed', () => signed({ exp: now() - 1 })],
    ['an expiry that is no number', () => signed({ exp: 'never' })],
    ['no expiry', () => without('claims', 'exp')],
    ['an expiry of null', () => signed({ exp: null })],
    ['claims that are null', () => signedAs(null)],
    ['claims that are a list', () => signedAs([])],
    ['claims that are a number', () => signedAs(7)],
    ['claims that are a text', () => signedAs('sub')],
    ['claims that are true', () => signedAs(true)],
    ['a beginning still to come', () => signed({ nbf: now() + 600 })],
    ['no kid', () => without('header', 'kid')],
    ['an unknown kid', () => signed({}, { kid: 'unknown' })],
    ['an empty kid', () => signed({}, { kid: '' })],
    ['a kid that is a path', () => signed({}, { kid: '../../dev/null' })],
    ['a kid that is a name of every object', () => signed({}, { kid: 'constructor' })],
    ['a kid that is a list', () => signed({}, { kid: [] })],
    ['no subject', () => without('claims', 'sub')],
    ['a subject that is no id', () => signed({ sub: "' OR 1=1 --" })],
    ['a subject that is a list', () => signed({ sub: [ann.id] })],
    ['a subject nobody has', () => signed({ sub: '0190a0a0-0000-7000-8000-000000000000' })],
    ['no session', () => without('claims', 'sid')],
    ['a session that is no id', () => signed({ sid: 'session' })],
    ['a session nobody has', () => signed({ sid: '0190a0a0-0000-7000-8000-000000000000' })],
    ["another's session", () => signed({ sid: claimsOf(ben).sid })],
    ["another's name over one's own session", () => signed({ sub: ben.id })],
    ['a refresh token', () => ann.refresh_token],
    ['garbage', () => 'garbage'],
    ['dots', () => '...'],
    ['three dots with words', () => 'a.b.c.d'],
    ['JSON that is null', () => `${Buffer.from('null').toString('base64url')}.e30.e30`],
    ['10 kB', () => 'x'.repeat(10_000)],
    ['10 kB of a header', () => forge({ alg: 'HS256', kid: 'k'.repeat(7_000) }, claimsOf(ann), SECRET)],
  ];
  it.each(FORGED)('%s', (_, token) => expectRefused(bearer(token())));

  it('but a token of the same form with true claims is accepted', async () => {
    await service.bearer(signed({})).get('/v1/auth/session').expect(200);
  });

  it.each<[string, () => string]>([
    ['Bearer without a token', () => 'Bearer'],
    ['Bearer and a space', () => 'Bearer '],
    ['a token without a scheme', () => ann.access_token],
    ['Basic', () => `Basic ${Buffer.from(`${ann.email}:correct horse battery`).toString('base64')}`],
    ['Basic with a token', () => `Basic ${ann.access_token}`],
    ['Token', () => `Token ${ann.access_token}`],
    ['a scheme that ends in Bearer', () => `NotBearer ${ann.access_token}`],
    ['quotes around the token', () => `Bearer "${ann.access_token}"`],
  ])('the header: %s', (_, header) => expectRefused(header()));

  it('is ignored in a query or a cookie', async () => {
    await service.client().get(`/v1/auth/session?access_token=${ann.access_token}`).expect(401);
    await service
      .client({ cookie: `access_token=${ann.access_token}; token=${ann.access_token}` })
      .get('/v1/auth/session')
      .expect(401);
  });

  it('does not block a public route when it is sent along', async () => {
    const { client, email } = await service.account();
    await client.post('/v1/auth/sign-out').expect(200);
    await client.post('/v1/auth/sign-in', { email, password: 'correct horse battery' }).expect(200);
  });
});

describe('a token that was valid', () => {
  it.each<[string, (account: Account) => Promise<unknown>]>([
    ['of a deleted user', ({ id }) => service.database.query('DELETE FROM account.users WHERE id = $1', [id])],
    ['of a banned user', ({ id }) => service.setStatus(id, 'banned')],
    ['of a suspended user', ({ id }) => service.setStatus(id, 'suspended')],
    ['of a session that was ended', async ({ client }) => client.post('/v1/auth/sign-out').expect(200)],
    [
      'of a session unused for too long',
      ({ id }) => service.database.query('UPDATE account.sessions SET idle_ends_at = now() WHERE user_id = $1', [id]),
    ],
    [
      'of a session too old',
      ({ id }) => service.database.query('UPDATE account.sessions SET ends_at = now() WHERE user_id = $1', [id]),
    ],
  ])('%s is good no more', async (_, end) => {
    const account = await service.account();
    await account.client.get('/v1/auth/session').expect(200);
    await end(account);
    await expectRefused(bearer(account.access_token));
  });

  it('is refused when its time is over, also if it was just used', async () => {
    // On a busy machine the time of a token may be over before its first use, but not of each.
    const token = await eventually(async () => {
      const short = signed({ exp: now() + 2 });
      await service.bearer(short).get('/v1/auth/session').expect(200);
      return short;
    });
    await eventually(() => expectRefused(bearer(token)));
  });

  it('contains the algorithm, the key, issuer, audience and lifetime, and no role', () => {
    const { header, claims } = readToken(ann.access_token);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) });
    const named = { iss: expect.any(String), aud: expect.any(String), sub: ann.id, sid: expect.any(String) };
    expect(claims).toMatchObject({ ...named, iat: expect.any(Number), exp: expect.any(Number) });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(claims).not.toHaveProperty('role');
    expect(claims).not.toHaveProperty('email');
  });

  it('gives no role beyond the role in the database', async () => {
    const { body } = await service
      .bearer(signed({ role: 'admin' }))
      .get('/v1/auth/session')
      .expect(200);
    expect(body.user.role).toBe('user');
  });

  it('is accepted with the scheme in upper or lower case, as HTTP demands', async () => {
    await service
      .client({ authorization: `bearer ${ann.access_token}` })
      .get('/v1/auth/session')
      .expect(200);
  });
});
