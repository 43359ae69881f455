import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction } from '../../src/apps/kernel/registry.js';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { AppSweep, type People } from '../contract/app-sweep.js';
import { threadTime } from '../support/clock.js';
import { HostileInput, type Schema, SHAPES } from '../support/hostile-input.js';
import { type Account, SLOW_HASHES, TestService } from '../support/service.js';

/** No request may hold up the others for longer. */
const MOST_MS = 200;
const TRIES = 3;
/** The variants in which an operation of the core is called: in each, its first text has another shape. */
const TURNS = [0, 5, 10];
/** Actions share few kinds of fields, so each is called in one variant, and together they are called in all. */
const turnOfAction = (at: number) => [at % SHAPES.length];

interface Operation {
  method: string;
  path: string;
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** These operations end the callers' sessions, or their answers do not end. */
const LEFT_OUT = new Set(['/v1/auth/sign-out', '/v1/realtime/events']);
/** Their cost depends on all rows of an account and not on the input; other tests cover it. */
const EXPORTS = /\/export$|^\/v1\/users\/exports\//;

const delays = monitorEventLoopDelay({ resolution: 5 });

let service: TestService;
let operations: Operation[];
let components: Record<string, Schema>;
let user: Account;
let admin: Account;
let actions: Map<string, { sweep: AppSweep; action: RegisteredAction }>;
let ids: Record<string, string>;

beforeAll(async () => {
  delays.enable();
  service = await TestService.start(SLOW_HASHES);
  user = await service.account();
  admin = await service.admin();
  const document = service.app.get(OpenApiService, { strict: false }).document() as unknown as {
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
    components: { schemas: Record<string, Schema> };
  };
  components = document.components.schemas;
  operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    )
    .filter(({ path }) => !LEFT_OUT.has(path) && !EXPORTS.test(path));
  actions = await appActions();
  ids = await places();
});
afterAll(async () => {
  delays.disable();
  await service.stop();
});

async function appActions(): Promise<typeof actions> {
  const registry = service.app.get<AppRegistry>(APP_REGISTRY);
  const people: People = { owner: user, stranger: admin, newcomer: user, admin };
  const found: typeof actions = new Map();
  for (const app of registry.all()) {
    for (const { client } of [user, admin]) await client.post('/v1/apps/install', { slug: app.slug }).expect(200);
    const swept = await AppSweep.of(service, app, people);
    for (const action of app.actions.values())
      found.set(`/v1/apps/${app.slug}/${action.name}`, { sweep: swept, action });
  }
  return found;
}

/** Values for path parameters, of things that exist. */
async function places(): Promise<Record<string, string>> {
  const { post } = (await user.client.post('/v1/posts', { title: 'Hello', content: 'World' }).expect(201)).body;
  const { room } = (await user.client.post('/v1/community/rooms', { name: 'Room' }).expect(201)).body;
  const { conversation } = (await user.client.post('/v1/community/dm', { user_id: admin.id }).expect(201)).body;
  return {
    '/v1/posts/': post.id,
    '/v1/community/rooms/': room.id,
    '/v1/community/dm/': conversation.id,
    '/v1/users/': admin.id,
  };
}

const NOBODY = '0190a000-0000-7000-8000-000000000000';

function pathOf({ path }: Operation, fill?: string): string {
  const id = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? NOBODY;
  let isFirst = true;
  return path.replace(/\{\w+\}/g, () => {
    const value = fill ?? (isFirst ? id : NOBODY);
    isFirst = false;
    return value;
  });
}

/** A text of this shape, URL-encoded, of at most this many bytes. */
const encoded = (shape: string, bytes: number) => {
  const one = encodeURIComponent(shape);
  return one.repeat(Math.floor(bytes / one.length));
};

function queryOf({ parameters = [] }: Operation, turn: number): string {
  const names = parameters.flatMap((one) => (one.in === 'query' ? [one] : []));
  const pairs = names.map(({ name, schema }, at) => {
    const shape = SHAPES[(turn + at) % SHAPES.length] as string;
    const most = Math.min(
      schema?.maxLength ?? Infinity,
      Math.floor(12_000 / names.length / encodeURIComponent(shape).length),
    );
    return `${name}=${schema?.enum ? String(schema.enum[0]) : encodeURIComponent(shape).repeat(Math.max(1, most))}`;
  });
  return pairs.length ? `?${pairs.join('&')}` : '';
}

function schemaOf({ requestBody }: Operation): HostileInput | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && new HostileInput(schema, components);
}

async function sampleOf({ path }: Operation): Promise<Record<string, unknown>> {
  const found = actions.get(path);
  return found ? found.sweep.input(found.action, { all: true }).catch(() => ({})) : {};
}

/** All requests for an operation, for callers with and without access. */
async function requestsFor(operation: Operation, turns: number[]): Promise<Sent[]> {
  const { method } = operation;
  const path = pathOf(operation);
  const input = schemaOf(operation);
  const sample = input && (await sampleOf(operation));
  const sent: Sent[] = turns.map((turn) => ({
    method,
    path: path + queryOf(operation, turn),
    body: input?.largest(turn, sample),
  }));
  const turn = turns[0] ?? 0;
  if (input) sent.push({ method, path, body: input.tooLarge(turn + 1) });
  const tooMany = input?.tooMany();
  if (tooMany) sent.push({ method, path, body: tooMany });
  if (operation.path.includes('{'))
    sent.push({ method, path: pathOf(operation, encoded(SHAPES[turn % SHAPES.length] as string, 6_000)) });
  return sent;
}

/**
 * The smaller of two durations: the processor time of this thread, and the longest time in which it did
 * nothing else.
 */
async function occupied({ method, path, headers = {}, body }: Sent, caller: Account | undefined): Promise<number> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  delays.reset();
  const begun = threadTime();
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      service.url + path,
      {
        method,
        agent: false,
        headers: {
          ...(caller && { authorization: `Bearer ${caller.access_token}` }),
          ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...headers,
        },
      },
      (response) => response.on('error', reject).on('end', resolve).resume(),
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may cut a body that it does not read.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve();
      else reject(error);
    });
    sent.end(bytes);
  });
  const used = threadTime() - begun;
  if (used >= MOST_MS) await new Promise((resolve) => setTimeout(resolve, 20));
  return used < MOST_MS ? used : Math.min(used, delays.max / 1e6);
}

/** The requests that take too long in all of three attempts. */
async function tooSlow(requests: Sent[], caller: Account | undefined): Promise<string[]> {
  const slow: string[] = [];
  for (const sent of requests) {
    let least = Infinity;
    for (let round = 0; round < TRIES && least >= MOST_MS; round++)
      least = Math.min(least, await occupied(sent, caller));
    if (least >= MOST_MS)
      slow.push(
        `${sent.method} ${sent.path.slice(0, 100)} ${JSON.stringify(sent.headers ?? sent.body ?? '').slice(0, 200)}: ${Math.round(least)} ms`,
      );
  }
  return slow;
}

async function sweep(chosen: Operation[], turns: number[], caller: () => Account | undefined): Promise<string[]> {
  const slow: string[] = [];
  for (const [at, operation] of chosen.entries()) {
    const own = isAction(operation) ? turnOfAction(at) : turns;
    slow.push(...(await tooSlow(await requestsFor(operation, own), caller())));
  }
  return slow;
}

const isStaff = ({ path }: Operation) => path.startsWith('/v1/admin/');
const isAction = ({ path }: Operation) => actions.has(path);

describe('no request blocks the others for 200 ms', () => {
  it('of a user, with the largest accepted inputs, and larger ones', async () => {
    expect(
      await sweep(
        operations.filter((one) => !isStaff(one)),
        TURNS,
        () => user,
      ),
    ).toEqual([]);
    await user.client.get('/v1/users/me').expect(200);
  });

  it('of an anonymous caller', async () => {
    expect(await sweep(operations, [1], () => undefined)).toEqual([]);
  });

  it('of an administrator', async () => {
    expect(await sweep(operations.filter(isStaff), TURNS, () => admin)).toEqual([]);
    const others = operations.filter((one) => !isStaff(one) && !isAction(one));
    expect(await sweep(others, [2], () => admin)).toEqual([]);
    await admin.client.get('/v1/admin/overview').expect(200);
  });

  it('with long headers', async () => {
    const names = [
      'user-agent',
      'accept',
      'accept-encoding',
      'accept-language',
      'cookie',
      'content-type',
      'forwarded',
      'if-none-match',
      'if-modified-since',
      'idempotency-key',
      'last-event-id',
      'origin',
      'processor-signature',
      'range',
      'referer',
      'sec-purpose',
      'x-api-key',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-request-id',
      'x-http-method-override',
    ];
    const shapes = [
      ' a',
      ';',
      ',',
      't=1,v1=,',
      'a-',
      'Mozilla/5.0 (',
      ...SHAPES.filter((shape) => /^[!-~ ]+$/.test(shape)),
    ];
    const paths = [
      'GET /v1/health',
      'GET /v1/users/me',
      'POST /v1/posts',
      'POST /v1/webhook/processor',
      'GET /v1/apps/shortlinks/public/nothing',
    ];
    const requests = paths.flatMap((line) => {
      const [method = '', path = ''] = line.split(' ');
      return names.flatMap((name) =>
        shapes.map((shape) => ({
          method,
          path,
          headers: { [name]: `x${shape.repeat(15_000 / shape.length).trimEnd()}` },
        })),
      );
    });
    expect(await tooSlow(requests, user)).toEqual([]);
  });
});
