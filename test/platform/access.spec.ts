import { Body, Controller, Get, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { Access, type Caller, type Level, TheCaller } from '../../src/platform/access/access.js';
import { Answers } from '../../src/platform/http/endpoint.js';
import { FixtureService } from '../support/fixture-service.js';

class Word {
  @IsString() word!: string;
}

class Spoken {
  @IsString() word!: string;
}

@Controller('test')
@Access('admin')
class LevelsController {
  @Get('none')
  @Access('none')
  none(@TheCaller() caller?: Caller) {
    return { role: caller?.role ?? null };
  }

  @Get('user')
  @Access('user')
  user(@TheCaller() caller: Caller) {
    return { role: caller.role };
  }

  @Get('bearer')
  @Access('bearer')
  bearer(@TheCaller() caller: Caller) {
    return { role: caller.role };
  }

  /** The level of the class. */
  @Get('admin')
  admin(@TheCaller() caller: Caller) {
    return { role: caller.role };
  }

  @Get('api-key')
  @Access('api-key')
  apiKey(@TheCaller() caller: Caller) {
    return { role: caller.role };
  }

  @Post('admin')
  @Answers(201, Spoken)
  say(@Body() { word }: Word): Spoken {
    return { word };
  }
}

@Controller('forgotten')
class ForgottenController {
  @Get('open')
  @Access('none')
  said() {
    return {};
  }

  @Get('forgotten')
  forgotten() {
    return {};
  }
}

type Headers = Record<string, string>;
let service: FixtureService;
const callers: Record<string, Headers> = { nobody: {} };

async function keyOf(bearer: Headers): Promise<Headers> {
  const { body } = await service.send('POST', '/v1/api-keys', { name: 'script' }, bearer);
  return { 'x-api-key': body.key };
}

beforeAll(async () => {
  service = await FixtureService.start({ controllers: [LevelsController] });
  for (const role of ['user', 'admin', 'service_role']) {
    const bearer = await service.bearer(role);
    callers[role] = bearer;
    callers[`the key of ${role}`] = await keyOf(bearer);
  }
});
afterAll(() => service.stop());

const GARBAGE: Record<string, Headers> = {
  'a token that is none': { authorization: 'Bearer garbage' },
  'three parts of nothing': { authorization: 'Bearer a.b.c' },
  'a token without a signature': {
    authorization: `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"00000000-0000-7000-8000-000000000000"}')}.`,
  },
  'another scheme': { authorization: 'Basic dXNlcjpwYXNz' },
  'Bearer and nothing more': { authorization: 'Bearer' },
  'a key that is none': { 'x-api-key': 'garbage' },
  'a key of the right form': { 'x-api-key': `cpk_${'a'.repeat(43)}` },
  'a token of 12,000 characters': { authorization: `Bearer ${'a'.repeat(12_000)}` },
};

const LEVELS: Level[] = ['none', 'user', 'bearer', 'admin', 'api-key'];

/** The status that each caller gets at each level, in the order of the levels. */
const TABLE: [caller: string, ...statuses: number[]][] = [
  ['nobody', 200, 401, 401, 401, 401],
  ['user', 200, 200, 200, 403, 401],
  ['the key of user', 200, 200, 401, 401, 200],
  ['admin', 200, 200, 200, 200, 401],
  ['the key of admin', 200, 200, 401, 401, 200],
  ['service_role', 200, 200, 200, 200, 401],
  ['the key of service_role', 200, 200, 401, 401, 200],
];
const ROWS = TABLE.flatMap(([caller, ...statuses]) =>
  LEVELS.map((level, at) => [caller, level, statuses[at] as number] as const),
);
const WORDS: Record<number, string> = { 401: 'Not authenticated', 403: 'Forbidden' };

describe('who may call what', () => {
  it.each(ROWS)('%s, level %s: %i', async (caller, level, status) => {
    const answer = await service.ask(`/test/${level}`, { headers: callers[caller] });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toEqual({ error: WORDS[status] });
    else expect(answer.body.role).toBe(caller === 'nobody' ? null : caller.replace('the key of ', ''));
  });

  it.each(Object.keys(GARBAGE))('%s is anonymous, and blocks no public route', async (what) => {
    const headers = GARBAGE[what];
    expect(await service.ask('/test/none', { headers })).toMatchObject({ status: 200, body: { role: null } });
    for (const level of LEVELS.slice(1)) {
      const answer = await service.ask(`/test/${level}`, { headers });
      expect({ level, status: answer.status, body: answer.body }).toEqual({
        level,
        status: 401,
        body: { error: 'Not authenticated' },
      });
    }
  });

  it('a valid credential beside a bad one counts', async () => {
    const { user, ['the key of user']: key } = callers;
    for (const headers of [
      { ...user, 'x-api-key': 'garbage' },
      { ...key, authorization: 'Bearer garbage' },
    ]) {
      expect((await service.ask('/test/user', { headers })).status).toBe(200);
    }
  });

  it('with both valid the Bearer token decides', async () => {
    const headers = { ...callers.admin, ...callers['the key of user'] };
    expect((await service.ask('/test/admin', { headers })).body).toEqual({ role: 'admin' });
    const other = { ...callers.user, ...callers['the key of admin'] };
    expect((await service.ask('/test/user', { headers: other })).body).toEqual({ role: 'user' });
    expect((await service.ask('/test/admin', { headers: other })).status).toBe(403);
  });

  it('a change of role takes effect on the next call', async () => {
    const bearer = await service.bearer();
    const ask = async () => (await service.ask('/test/admin', { headers: bearer })).status;
    expect(await ask()).toBe(403);
    await service.database.query(`UPDATE account.users SET role = 'admin' WHERE role = 'user' AND id IN (
      SELECT user_id FROM account.sessions ORDER BY created_at DESC LIMIT 1)`);
    expect(await ask()).toBe(200);
    await service.database.query(`UPDATE account.users SET user_status = 'banned' WHERE id IN (
      SELECT user_id FROM account.sessions ORDER BY created_at DESC LIMIT 1)`);
    expect(await ask()).toBe(401);
  });
});

describe('the order of checks', () => {
  it.each<[string, string, number]>([
    ['nobody', '{', 401],
    ['nobody', '{"word":5}', 401],
    ['the key of admin', '{', 401],
    ['user', '{', 403],
    ['user', '{"word":5}', 403],
    ['user', `{"word":"${'x'.repeat(2 ** 20)}"}`, 403],
    ['admin', '{', 400],
    ['admin', '{"word":5}', 400],
    ['admin', '{"word":"yes"}', 201],
  ])('%s with the body %.12s gets %i', async (caller, body, status) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, ...callers[caller] };
    expect((await service.ask('/test/admin', { method: 'POST', headers, body })).status).toBe(status);
  });
});

describe('when the database cannot identify the caller', () => {
  it('public routes answer, the others are 503 and never 401; afterwards everything works again', async () => {
    await service.withoutDatabase(async () => {
      for (const headers of [callers.user, callers['the key of user']]) {
        expect((await service.ask('/test/none', { headers })).status).toBe(200);
        for (const level of ['user', 'admin']) {
          const answer = await service.ask(`/test/${level}`, { headers });
          expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
      }
      expect((await service.ask('/test/user')).status).toBe(401);
      expect((await service.ask('/v1/health')).status).toBe(200);
    });
    expect((await service.ask('/test/user', { headers: callers.user })).status).toBe(200);
    expect((await service.ask('/test/admin', { headers: callers.admin })).status).toBe(200);
  });
});

// This suite runs last, because Passport keeps one set of strategies per process: the latest.
describe('a route without an access level', () => {
  it('stops the start, which names it', async () => {
    const starting = FixtureService.start({ controllers: [ForgottenController] });
    await expect(starting).rejects.toThrow('no access level is declared for ForgottenController.forgotten');
    await expect(starting).rejects.toHaveProperty('constructor.name', 'StartRefusal');
  });
});
