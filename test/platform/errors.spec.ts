import { Body, Controller, Get, HttpException, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../src/platform/access/access.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { sql } from '../../src/platform/database/sql.js';
import { tooMany, unavailable } from '../../src/platform/http/refusal.js';
import type { Answer } from '../support/ask.js';
import { FixtureService } from '../support/fixture-service.js';

const SECRET = 'hunter2-in-a-value';
const ADDRESS = 'someone@example.com';

const NO_TABLE = sql('test_no_table', 'SELECT $1::text FROM no_such_table');
const NO_UUID = sql('test_no_uuid', 'SELECT $1::text::uuid');
const SAME_KEY = sql('test_same_key', 'INSERT INTO platform.limits (key) VALUES ($1), ($1)');

class Circle {
  readonly self = this;
}

const THROWN: Record<string, () => unknown> = {
  error: () => new Error('broken at /srv/app/secret.ts'),
  'type-error': () => (undefined as unknown as { x: number }).x,
  text: () => 'a text',
  null: () => null,
  undefined: () => undefined,
  object: () => ({ status: 200, message: 'not a refusal', response: { error: 'x' } }),
  circle: () => new Circle(),
  'http-exception': () => new HttpException({ statusCode: 500, message: 'no word', inside: SECRET }, 500),
};

@Controller('test')
@Access('none')
class ThrowingController {
  constructor(private readonly database: DatabaseService) {}

  @Post('throw')
  throw(@Body() { kind }: { kind: string }): never {
    throw THROWN[kind]?.();
  }

  @Get('database')
  database500() {
    return this.database.rows(NO_TABLE, [SECRET]);
  }

  @Get('unit')
  unit() {
    return this.database.transaction(() => this.database.manager.query('SELECT $1::text FROM no_such_table', [SECRET]));
  }

  @Get('wrong-form')
  wrongForm() {
    return this.database.rows(NO_UUID, [SECRET]);
  }

  @Get('same-key')
  sameKey() {
    return this.database.transaction(() => this.database.count(SAME_KEY, [ADDRESS]));
  }

  @Get('begun')
  begun(@Res() response: Response): never {
    response.write('{"half":');
    throw new Error('after the answer began');
  }

  @Get('teapot')
  teapot(): never {
    throw new HttpException(`I am ${SECRET}`, 418);
  }

  @Get('wait')
  wait(): never {
    throw tooMany(12.3);
  }

  @Get('away')
  away(): never {
    throw unavailable(0);
  }
}

let service: FixtureService;
beforeAll(async () => {
  service = await FixtureService.start({ controllers: [ThrowingController] });
});
afterAll(() => service.stop());

function expectOnly({ body, headers }: Answer, error: string): void {
  expect(body).toEqual({ error });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toBeTruthy();
}

describe('an unexpected error', () => {
  it.each(Object.keys(THROWN))('is 500 without details: %s', async (kind) => {
    const answer = await service.send('POST', '/test/throw', { kind });
    expect(answer.status).toBe(500);
    expectOnly(answer, 'Internal server error');
  });

  it.each(['/test/database', '/test/unit'])('of the database is 500 without SQL: %s', async (path) => {
    const answer = await service.ask(path);
    expect(answer.status).toBe(500);
    expectOnly(answer, 'Internal server error');
  });

  it('is logged with its stack and the request id, without values of the request', async () => {
    const { headers } = await service.ask('/test/database', { headers: { 'x-request-id': 'find-me' } });
    expect(headers['x-request-id']).toBe('find-me');
    await service.ask('/test/unit');
    await service.ask('/test/same-key');
    const line = service.log().find(({ request_id, err }) => request_id === 'find-me' && err);
    expect(line?.err).toMatchObject({ code: '42P01', stack: expect.arrayContaining([expect.any(String)]) });
    expect(service.logText()).not.toContain(SECRET);
    expect(service.logText()).not.toContain(ADDRESS);
  });

  it('after the answer began closes the connection, so that the answer is not taken as complete', async () => {
    await expect(service.ask('/test/begun')).rejects.toThrow();
    expect((await service.ask('/v1/health')).status).toBe(200);
  });
});

describe('an error of the input that only the database detects', () => {
  it('is 400', async () => {
    const answer = await service.ask('/test/wrong-form');
    expect({ status: answer.status, ...answer.body }).toEqual({
      status: 400,
      error: 'Validation error',
      details: [{ field: expect.any(String), message: expect.any(String) }],
    });
    expect(answer.text).not.toContain(SECRET);
  });

  it('is 409 where something exists already', async () => {
    const answer = await service.ask('/test/same-key');
    expect(answer.status).toBe(409);
    expectOnly(answer, 'Already exists');
  });
});

describe('a refusal', () => {
  it('of a library says no more than its status', async () => {
    const answer = await service.ask('/test/teapot');
    expect(answer.status).toBe(418);
    expectOnly(answer, 'Refused');
  });

  it.each([
    ['/test/wait', 429, 'Too many requests', '13'],
    ['/test/away', 503, 'Service unavailable', '1'],
  ])('has Retry-After in whole seconds: %s', async (path, status, error, seconds) => {
    const answer = await service.ask(path);
    expect({ status: answer.status, seconds: answer.headers['retry-after'] }).toEqual({ status, seconds });
    expectOnly(answer, error);
  });
});

describe('an unknown address or method', () => {
  it.each([
    ['GET', '/v1'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/health'],
    ['PUT', '/v1/auth/sign-in'],
    ['DELETE', '/v1/auth/sign-in'],
    ['PATCH', '/v1/nothing'],
    ['TRACE', '/v1/health'],
    ['PROPFIND', '/v1/health'],
    ['GET', '/.env'],
    ['GET', '/../package.json'],
    ['GET', '/v1/../package.json'],
    ['GET', '/v1/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '//example.com/%2f..'],
    ['GET', `/${'a'.repeat(8000)}`],
    ['GET', '/<script>alert(1)</script>'],
  ])('is 404: %s %.40s', async (method, path) => {
    const answer = await service.ask(path, { method });
    expect(answer.status).toBe(404);
    expectOnly(answer, 'Not found');
  });

  it('is 404 for HEAD too, without a body', async () => {
    expect(await service.ask('/v1/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' });
    expect(await service.ask('/v1/health', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await service.ask('/v1/auth/session', { method: 'HEAD' })).toMatchObject({
      status: 401,
      text: '',
    });
  });

  it.each(['/v1/nothing', '/v1/auth/session', '/v1/users/me'])('reveals nothing of %s to OPTIONS', async (path) => {
    expect(await service.ask(path, { method: 'OPTIONS' })).toMatchObject({ status: 204, text: '' });
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])('%s is ignored', async (header) => {
    const credentials = await service.bearer();
    const answer = await service.ask('/v1/users/me', {
      method: 'POST',
      headers: { ...credentials, [header]: 'DELETE' },
    });
    expect(answer.status).toBe(404);
    const query = await service.ask('/v1/users/me?_method=DELETE', {
      method: 'POST',
      headers: credentials,
    });
    expect(query.status).toBe(404);
    expect((await service.ask('/v1/users/me', { headers: credentials })).status).toBe(200);
  });
});

describe('another spelling of an address', () => {
  it.each([
    '/V1/AUTH/session',
    '/v1/auth/SESSION',
    '/v1//auth/session',
    '//v1/auth/session',
    '/v1/auth/session/',
    '/v1/auth/session//',
    '/v1/auth%2fsession',
    '/v1/auth/sessio%6e',
    '/v1/./auth/session',
    '/v1/users/../auth/session',
    '/v1/auth/session;a=b',
    '/v1/auth/session?x=y',
    '/v1/auth/session#x',
    'http://example.com/v1/auth/session',
    '/v1/users/me%00',
    '/v1/users/%6de',
    '/v1/users/me/',
  ])('never bypasses access control: %s', async (path) => {
    const { status, body } = await service.ask(path);
    expect([400, 401, 404]).toContain(status);
    expect(body).toHaveProperty('error');
    expect(body).not.toHaveProperty('user');
  });

  it('with broken percent-encoding is 400', async () => {
    const answer = await service.ask('/v1/auth/session%');
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'Validation error',
    });
  });
});
