import request from 'supertest';
import { PASSWORD, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
  await service.account('known@example.com');
});
afterAll(() => service.stop());

const TOKEN_AND_TYPE = 'token_hash and type are required';
const REFUSED_REFRESH = 'Invalid or expired refresh token';

describe('the body of a sign-in', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
  ])('is refused as %s', async (type) => {
    await request(service.url)
      .post('/v1/auth/sign-in')
      .set('content-type', type)
      .send('{"email":"known@example.com"}')
      .expect(415, { error: 'Unsupported media type' });
  });

  it('is refused when it is larger than 1 MiB', async () => {
    await service
      .client()
      .post('/v1/auth/sign-in', JSON.stringify({ email: 'e'.repeat(1024 * 1024) }))
      .expect(413, { error: 'Payload too large' });
  });
});

describe('a field that is missing or empty', () => {
  it.each<[path: string, body: object | undefined, error: string]>([
    ['/v1/auth/resend-verification', undefined, 'Email is required'],
    ['/v1/auth/resend-verification', {}, 'Email is required'],
    ['/v1/auth/resend-verification', { email: null }, 'Email is required'],
    ['/v1/auth/resend-verification', { email: '' }, 'Email is required'],
    ['/v1/auth/resend-verification', { email: '  ' }, 'Email is required'],
    ['/v1/auth/verify-email', undefined, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { type: 'email' }, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { token_hash: null, type: 'email' }, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { token_hash: '', type: 'email' }, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { token_hash: 'abc' }, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { token_hash: 'abc', type: null }, TOKEN_AND_TYPE],
    ['/v1/auth/verify-email', { token_hash: 'abc', type: '' }, TOKEN_AND_TYPE],
  ])('is refused by %s in its own words: %j', async (path, body, error) => {
    await service.client().post(path, body).expect(400, { error });
  });
});

describe('a credential that cannot be right', () => {
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
