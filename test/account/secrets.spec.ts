import request from 'supertest';
import { type Account, eventually, TestService } from '../support/service.js';
import { atOnce } from './at-once.js';

const PASSWORDS = ['the-first-password-of-all', 'the-second-password-of-all', 'a-wrong-password-of-all'] as const;
const [FIRST, SECOND, WRONG] = PASSWORDS;
const EMAIL = 'secretive.person@example.com';
const UNKNOWN = 'unknown.person@example.com';
const GUESS = 'a-token-that-somebody-guessed-at';

let service: TestService;
const issued: Record<string, string> = {};
let database: string;
let log: string;

beforeAll(async () => {
  service = await TestService.start({ LOG_LEVEL: 'trace', RATE_LIMIT: '100000' });
  await useEverything();
  await service.jobsDone();
  database = await dump();
  log = service.log.join('');
});
afterAll(() => service.stop());

const post = (path: string, body: object) => service.client().post(path, body);

/** Uses every kind of token of one account, with every kind of error. */
async function useEverything(): Promise<void> {
  await signUpAndVerify();
  const account = await service.signIn(EMAIL, FIRST);
  keep('signIn', account);
  await refreshInEveryWay(account);
  await recover();
  const again = await service.signIn(EMAIL, SECOND);
  keep('afterReset', again);
  await makeKeys(again);
  await exportAll(again);
  await mistakes(again);
}

const keep = (name: string, { access_token, refresh_token }: { access_token: string; refresh_token: string }) =>
  Object.assign(issued, { [`${name}.access`]: access_token, [`${name}.refresh`]: refresh_token });

async function signUpAndVerify(): Promise<void> {
  const answers = await atOnce(4, () => post('/v1/auth/sign-up', { email: EMAIL, password: FIRST }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  await service
    .client({ 'idempotency-key': 'sign-up-of-the-other' })
    .post('/v1/auth/sign-up', { email: `other.${EMAIL}`, password: FIRST })
    .expect(201);
  issued.verification = await service.mailedToken(EMAIL, 'token_hash');
  await service.client().get(`/verify-email?token_hash=${issued.verification}&type=email`);
  const { body } = await post('/v1/auth/verify-email', {
    token_hash: issued.verification,
    type: 'email',
  }).expect(200);
  keep('verified', body.session);
  await post('/v1/auth/resend-verification', { email: `other.${EMAIL}` }).expect(200);
  issued.unused = await service.mailedToken(`other.${EMAIL}`, 'token_hash', 2);
}

async function refreshInEveryWay({ refresh_token }: Account): Promise<void> {
  const { body } = await post('/v1/auth/refresh', { refresh_token }).expect(200);
  keep('refreshed', body.session);
  await post('/v1/auth/refresh', { refresh_token }).expect(401);
  const { body: next } = await post('/v1/auth/refresh', { refresh_token: body.session.refresh_token }).expect(200);
  keep('refreshedAgain', next.session);
  await post('/v1/auth/refresh', { refresh_token }).expect(401);
}

async function recover(): Promise<void> {
  await post('/v1/auth/forgot-password', { email: EMAIL }).expect(200);
  issued.firstRecovery = await service.mailedToken(EMAIL, 'recovery_token');
  await post('/v1/auth/forgot-password', { email: EMAIL }).expect(200);
  issued.recovery = await service.mailedToken(EMAIL, 'recovery_token', 2);
  const reset = (token: string, password: string) =>
    service.bearer(token).post('/v1/auth/reset-password', { password });
  await reset(issued.firstRecovery, SECOND).expect(401);
  await reset(issued.recovery, 'short').expect(400);
  await reset(issued.recovery, SECOND).expect(200);
}

async function makeKeys({ client }: Account): Promise<void> {
  const { body } = await client.post('/v1/api-keys', { name: 'plain' }).expect(201);
  issued.key = body.key;
  const keyed = client.with({ 'idempotency-key': 'key-of-a-key' });
  const { body: kept } = await keyed.post('/v1/api-keys', { name: 'kept' }).expect(201);
  issued.keptKey = kept.key;
  await service.client({ 'x-api-key': body.key }).get('/v1/auth/session').expect(200);
  await client.delete(`/v1/api-keys/${kept.api_key.id}`).expect(200);
}

async function exportAll({ client }: Account): Promise<void> {
  const url = await eventually(async () => {
    const { body } = await client.get('/v1/users/me/export').expect(200);
    return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
  });
  issued.ticket = url.split('/').at(-1) as string;
  await request(service.url).get(new URL(url).pathname).expect(200);
}

async function mistakes({ client }: Account): Promise<void> {
  await post('/v1/auth/sign-in', { email: EMAIL, password: WRONG }).expect(401);
  await post('/v1/auth/sign-in', { email: UNKNOWN, password: WRONG }).expect(401);
  await post('/v1/auth/forgot-password', { email: UNKNOWN }).expect(200);
  await post('/v1/auth/sign-up', { email: 5, password: WRONG }).expect(400);
  await service.client().post('/v1/auth/sign-in', `{"email":"${EMAIL}","password":"${WRONG}"`).expect(400);
  await client.delete('/v1/users/me', { password: WRONG }).expect(403);
  await client.get(`/v1/users?search=${encodeURIComponent(EMAIL)}`).expect(200);
  await client.get(`/v1/users/${encodeURIComponent(EMAIL)}`).expect(404);
  await service.client().get(`/v1/nothing/${GUESS}?email=${EMAIL}&token=${GUESS}`).expect(404);
  for (const path of ['/verify-email?token_hash=', '/reset-password?recovery_token=', '/v1/users/exports/']) {
    await service.client().get(`${path}${GUESS}`);
  }
  await post('/v1/auth/verify-email', { token_hash: GUESS, type: 'email' }).expect(400);
  await post('/v1/auth/refresh', { refresh_token: GUESS }).expect(401);
  const stranger = service.client({ authorization: `Bearer ${GUESS}`, 'x-api-key': GUESS });
  await stranger.get('/v1/auth/session').expect(401);
  await stranger.post('/v1/auth/reset-password', { password: SECOND }).expect(401);
}

/** Every row of every table, including the job queue, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await service.database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_'`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await service.database.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return lines.join('\n');
}

/** The forms in which a secret could be stored: as text, or as bytes. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

describe('after every kind of token was issued and used', () => {
  it('the run had the expected answers', () => {
    expect(Object.keys(issued)).toHaveLength(17);
    expect(new Set(Object.values(issued)).size).toBe(17);
    for (const secret of Object.values(issued)) expect(secret.length).toBeGreaterThanOrEqual(40);
    for (const table of ['account.users', 'account.mail_tokens', 'account.api_keys', 'platform.idempotent_answers']) {
      expect(database).toContain(`${table} (`);
    }
    expect(database).toMatch(/^jobs\.\w+ .*mail\.send/m);
    expect(database).toContain(EMAIL);
    expect(log).toContain('/v1/auth/sign-in');
    expect(log).toMatch(/"level":(10|20)/);
  });

  it.each(['refresh', 'verification', 'unused', 'firstRecovery', 'recovery', 'key', 'keptKey', 'access', 'ticket'])(
    'no token of this kind can be read in the database: %s',
    (kind) => {
      const tokens = Object.entries(issued).filter(([name]) => name === kind || name.endsWith(`.${kind}`));
      expect(tokens.length).toBeGreaterThan(0);
      for (const [name, token] of tokens) {
        const found = spellings(token).filter((one) => database.includes(one));
        expect({ name, found }).toEqual({ name, found: [] });
        const bytes = Buffer.from(token.replace(/^cpk_/, ''), 'base64url').toString('hex');
        expect(database.includes(bytes)).toBe(false);
      }
    },
  );

  it('no password can be read in the database', () => {
    for (const password of PASSWORDS) {
      expect(spellings(password).filter((one) => database.includes(one))).toEqual([]);
    }
  });

  it('the log holds no token, password or mail address, not even a wrong one', () => {
    const words = [...Object.values(issued), ...PASSWORDS, EMAIL, UNKNOWN, GUESS, 'secretive', 'example.com'];
    for (const word of words) {
      const line = service.log.find((one) => spellings(word).some((spelled) => one.includes(spelled)));
      expect({ word, line }).toEqual({ word, line: undefined });
    }
  });

  it('no list contains a secret that was shown once', async () => {
    const { client } = await service.signIn(EMAIL, SECOND);
    for (const path of ['/v1/api-keys', '/v1/auth/sessions', '/v1/users/me', '/v1/auth/session']) {
      const { text } = await client.get(path).expect(200);
      for (const secret of Object.values(issued)) expect(text).not.toContain(secret);
      expect(text).not.toContain('argon2');
    }
  });
});
