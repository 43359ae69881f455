import request from 'supertest';
import { PASSWORD, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
  await service.account('known@example.com');
});
afterAll(() => service.stop());

const VALIDATION = 'Validation error';
const TOKEN_AND_TYPE = 'token_hash and type are required';
const REFUSED_REFRESH = 'Invalid or expired refresh token';

/** The public routes that take a body, and their message for an empty one. */
const ROUTES: [path: string, empty: string][] = [
  ['/v1/auth/sign-up', VALIDATION],
  ['/v1/auth/sign-in', VALIDATION],
  ['/v1/auth/forgot-password', VALIDATION],
  ['/v1/auth/verify-email', TOKEN_AND_TYPE],
  ['/v1/auth/resend-verification', 'Email is required'],
  ['/v1/auth/refresh', VALIDATION],
];

const shape = (error: string) =>
  error === VALIDATION
    ? { error, details: expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }]) }
    : { error };

describe.each(ROUTES)('the body of %s', (path, empty) => {
  it.each([
    ['an empty object', '{}', empty],
    ['null', 'null', empty],
    ['a list', '[]', VALIDATION],
    ['a list of an object', `[{"email":"known@example.com","password":"${PASSWORD}"}]`, VALIDATION],
    ['a text', '"known@example.com"', VALIDATION],
    ['a number', '5', VALIDATION],
    ['true', 'true', VALIDATION],
    ['half an object', '{"email":', 'Invalid JSON'],
    ['no JSON', 'email=known@example.com', 'Invalid JSON'],
    ['two values', '{}{}', 'Invalid JSON'],
    ['\\u0000 in a text', '{"email":"a\\u0000@example.com"}', VALIDATION],
    ['half a surrogate pair', '{"password":"\\ud800 and more"}', VALIDATION],
    ['a name that reaches the prototype', '{"__proto__":{"email":"known@example.com"}}', VALIDATION],
    ['33 levels', `{"more":${'['.repeat(32)}${']'.repeat(32)}}`, VALIDATION],
  ])('is refused when it is %s', async (_, body, error) => {
    const answer = await service.client().post(path, body).expect(400);
    expect(answer.body).toEqual(shape(error));
  });

  it('is refused in the same words when there is none', async () => {
    expect((await service.client().post(path).expect(400)).body).toEqual(shape(empty));
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
  ])('is refused as %s', async (type) => {
    await request(service.url)
      .post(path)
      .set('content-type', type)
      .send('{"email":"known@example.com"}')
      .expect(415, { error: 'Unsupported media type' });
  });

  it('is refused when it is larger than 1 MiB', async () => {
    await service
      .client()
      .post(path, JSON.stringify({ email: 'e'.repeat(1024 * 1024) }))
      .expect(413, { error: 'Payload too large' });
  });
});

const refusedField = (path: string, body: object, error: string): [string, string, object, string] => [
  path,
  JSON.stringify(body),
  body,
  error,
];

describe('a field of the wrong kind', () => {
  it.each([
    ...['sign-in', 'forgot-password'].flatMap((route) =>
      [null, 5, true, {}, ['known@example.com']].map((email) =>
        refusedField(`/v1/auth/${route}`, { email, password: PASSWORD }, VALIDATION),
      ),
    ),
    refusedField('/v1/auth/forgot-password', { email: '' }, VALIDATION),
    refusedField('/v1/auth/forgot-password', { email: 'no address' }, VALIDATION),
    refusedField('/v1/auth/sign-in', { email: 'known@example.com' }, VALIDATION),
    refusedField('/v1/auth/sign-in', { email: 'known@example.com', password: null }, VALIDATION),
    refusedField('/v1/auth/sign-in', { email: 'known@example.com', password: 12345678 }, VALIDATION),
    refusedField('/v1/auth/sign-in', { email: 'known@example.com', password: { ne: '' } }, VALIDATION),
    refusedField('/v1/auth/resend-verification', { email: null }, 'Email is required'),
    refusedField('/v1/auth/resend-verification', { email: '' }, 'Email is required'),
    refusedField('/v1/auth/resend-verification', { email: '  ' }, 'Email is required'),
    refusedField('/v1/auth/resend-verification', { email: 'no address' }, VALIDATION),
    refusedField('/v1/auth/resend-verification', { email: 5 }, VALIDATION),
    refusedField('/v1/auth/verify-email', { type: 'email' }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: null, type: 'email' }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: '', type: 'email' }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: 'abc' }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: 'abc', type: null }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: 'abc', type: '' }, TOKEN_AND_TYPE),
    refusedField('/v1/auth/verify-email', { token_hash: 'abc', type: 'recovery' }, VALIDATION),
    refusedField('/v1/auth/verify-email', { token_hash: 'abc', type: ['email'] }, VALIDATION),
    refusedField('/v1/auth/verify-email', { token_hash: 5, type: 'email' }, VALIDATION),
    refusedField('/v1/auth/refresh', { refresh_token: null }, VALIDATION),
    refusedField('/v1/auth/refresh', { refresh_token: 5 }, VALIDATION),
    refusedField('/v1/auth/refresh', { refresh_token: {} }, VALIDATION),
  ])('is refused by %s: %s', async (path, _, body, error) => {
    expect((await service.client().post(path, body).expect(400)).body).toEqual(shape(error));
  });

  it.each([
    ['/v1/auth/sign-in', { email: 'no address', password: PASSWORD }, 401, 'Invalid credentials'],
    ['/v1/auth/sign-in', { email: '', password: '' }, 401, 'Invalid credentials'],
    ['/v1/auth/sign-in', { email: 'e'.repeat(2000), password: PASSWORD }, 401, 'Invalid credentials'],
    ['/v1/auth/sign-in', { email: 'known@example.com', password: 'p'.repeat(5000) }, 401, 'Invalid credentials'],
    ['/v1/auth/refresh', { refresh_token: '' }, 401, REFUSED_REFRESH],
    ['/v1/auth/refresh', { refresh_token: 'r'.repeat(5000) }, 401, REFUSED_REFRESH],
    ['/v1/auth/verify-email', { token_hash: 't'.repeat(5000), type: 'email' }, 400, 'Invalid token'],
  ])('is no more than a wrong one to %s: %j', async (path, body, status, error) => {
    await service.client().post(path, body).expect(status, { error });
  });
});

describe('unknown fields', () => {
  it.each([
    ['/v1/auth/sign-in', { email: 'known@example.com', password: PASSWORD }],
    ['/v1/auth/forgot-password', { email: 'known@example.com' }],
    ['/v1/auth/resend-verification', { email: 'known@example.com' }],
  ])('are dropped by %s', async (path, body) => {
    await service
      .client()
      .post(path, { ...body, role: 'admin', more: { than: ['asked'] } })
      .expect(200);
  });
});

describe('application/json', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'])(
    'is taken as %s',
    async (type) => {
      await request(service.url)
        .post('/v1/auth/sign-in')
        .set('content-type', type)
        .send(JSON.stringify({ email: 'known@example.com', password: PASSWORD }))
        .expect(200);
    },
  );
});
