import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import { ActionOperations } from '../../src/apps/kernel/calls/action-operations.js';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { type Route, RouteRegistry } from '../../src/platform/http/route.registry.js';
import { ask } from '../support/ask.js';
import { Contract } from '../support/contract.js';
import { TestService } from '../support/service.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}

interface Operation {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

/** One route serves the actions of all apps; each is described under its own path. */
const ACTION = '/v1/apps/:slug/:action';

/** The document itself, downloads, pages of apps, and the actions' route for a missing app. */
const UNDESCRIBED = new Set([
  'GET /v1/openapi.json',
  'GET /v1/users/exports/:ticket',
  'ALL /v1/apps/:slug/public/*rest',
  `POST ${ACTION}`,
]);

let service: TestService;
let document: Document;
let routes: Route[];
let operations: { name: string; path: string; route: Route; level: string; operation: Operation }[];
beforeAll(async () => {
  service = await TestService.start();
  document = (await ask(service.url, '/v1/openapi.json')).body;
  routes = service.app.get(RouteRegistry).all();
  const actions = new Map(
    service.app
      .get(ActionOperations)
      .all()
      .map(({ path, level }) => [path, level]),
  );
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const served = actions.has(path) ? ACTION : path.replace(/\{(\w+)\}/g, ':$1');
      const route = routes.find((one) => one.path === served && one.method.toLowerCase() === method) as Route;
      const level = actions.get(path) ?? (route.level as string);
      return { name: `${method} ${path}`, path, route, level, operation };
    }),
  );
});
afterAll(() => service.stop());

/** Every value under a key of this name, at any depth. */
function under(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = key in value ? [(value as Record<string, unknown>)[key]] : [];
  return [...own, ...Object.values(value).flatMap((inner) => under(key, inner))];
}

/** Actions are tagged with their app. */
function tagOf(path: string): string | undefined {
  const [, , area, app, action] = path.split('/');
  return area === 'apps' && action ? app : area;
}

const ERROR = { $ref: '#/components/schemas/Error' };
const error = (operation: Operation, status: number) =>
  operation.responses[status]?.content['application/json']?.schema;

describe('the document', () => {
  it('is the document of the service, as OpenAPI 3.1', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(service.app.get(OpenApiService).document())));
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers']);
    expect(operations.length).toBeGreaterThan(15);
  });

  it('has no unresolved reference and no unused schema', () => {
    const referred = new Set(under('$ref', document) as string[]);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...referred].sort()).toEqual(known.sort());
  });

  it('has schemas that are valid JSON Schema of 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    addFormats.default(ajv);
    const defs = JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
    ajv.addSchema({ $id: 'openapi', $defs: JSON.parse(defs) });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect({ name, valid: ajv.validateSchema(schema) }).toEqual({ name, valid: true });
      expect(() => ajv.compile({ $ref: `openapi#/$defs/${name}` })).not.toThrow();
    }
  });

  it('names each operation once, and its parameters as its path has them', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect({ name, parameters: inPath.map((one) => one.name) }).toEqual({ name, parameters: expected });
      for (const one of inPath) expect(one.required).toBe(true);
      for (const one of operation.parameters) expect(one).toMatchObject({ schema: expect.any(Object) });
      expect({ name, tags: operation.tags }).toEqual({ name, tags: [tagOf(path)] });
    }
  });

  it('has every route of /v1 but itself and downloads', () => {
    const served = routes.filter(({ path }) => path.startsWith('/v1/')).map(({ method, path }) => `${method} ${path}`);
    const described = operations.map(({ route }) => `${route.method} ${route.path}`);
    const missing = served.filter((route) => !described.includes(route));
    expect(missing.filter((route) => !UNDESCRIBED.has(route))).toEqual([]);
    expect(described.filter((route) => !served.includes(route))).toEqual([]);
  });

  it('never contains the brand of the processor, a file path or a secret', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/stripe/i);
    expect(text).not.toMatch(/node_modules|\.ts\b|\/home\/|\/root\/|postgres/i);
  });
});

describe('each operation', () => {
  it('declares its access level and the refusals of other callers', () => {
    const security: Record<string, object[] | undefined> = {
      none: undefined,
      user: [{ bearer: [] }, { apiKey: [] }],
      bearer: [{ bearer: [] }],
      admin: [{ bearer: [] }],
      'api-key': [{ apiKey: [] }],
    };
    for (const { name, level, operation } of operations) {
      expect({ name, security: operation.security }).toEqual({ name, security: security[level] });
      if (level !== 'none') expect({ name, schema: error(operation, 401) }).toEqual({ name, schema: ERROR });
      if (level === 'admin') expect({ name, schema: error(operation, 403) }).toEqual({ name, schema: ERROR });
    }
  });

  it('has the refusals that its input brings', () => {
    for (const { name, operation } of operations) {
      const statuses: number[] = [];
      if (operation.requestBody) statuses.push(400, 415);
      // The size of the file was promised before, so a different size is a 400.
      if (operation.requestBody && !operation.requestBody.content['application/octet-stream']) {
        statuses.push(413);
      }
      if (operation.parameters.length) statuses.push(400);
      if (operation.parameters.some((one) => one.in === 'path')) statuses.push(404);
      statuses.push(429);
      for (const status of statuses) {
        expect({ name, status, schema: error(operation, status) }).toEqual({ name, status, schema: ERROR });
      }
      expect(operation.responses).toHaveProperty('503');
      expect(operation.responses).not.toHaveProperty('500');
    }
  });

  it('has exactly one success, with the shape of its answer', () => {
    for (const { name, operation } of operations) {
      const successes = Object.entries(operation.responses).filter(([status]) => status < '400');
      expect({ name, count: successes.length }).toEqual({ name, count: 1 });
      const [status = '', answer] = successes[0] ?? [];
      expect(status).toMatch(/^(20[0-4]|101)$/);
      const schema = answer?.content['application/json']?.schema;
      // The content of an export depends on the areas, and the socket's messages are described at
      // /v1/realtime/schema.
      if (schema && !name.includes('/exports/') && status !== '101')
        expect({ name, schema }).toEqual({ name, schema: { $ref: expect.any(String) } });
    }
  });

  it('has the messages of the specification', () => {
    const { responses } = operations.find(({ name }) => name === 'post /v1/auth/sign-up')?.operation ?? {
      responses: {} as Operation['responses'],
    };
    expect(responses['201']?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/SignUpAnswer',
    });
    expect(responses['409']?.description).toContain('Email already registered');
  });
});

describe('the test client', () => {
  it('compares real answers with the real document', async () => {
    const made = new Contract({
      ...document,
      paths: {
        '/v1/health': { get: { responses: { 503: document.paths['/v1/health']?.get?.responses['200'] } } },
      },
    });
    const { status, body } = await ask(service.url, '/v1/health');
    const response = { status, body, type: 'application/json' } as Response;
    expect(() => made.check('get', '/v1/health', response)).toThrow('GET /v1/health 200 is not described');
    expect(() => new Contract(document).check('get', '/v1/health', response)).not.toThrow();
  });
});

describe('the reference page', () => {
  const get = (path: string) => ask(service.url, path);

  it('loads with all its assets, and only from this host', async () => {
    const { status, text, headers } = await get('/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*/);
    expect(text).not.toMatch(/(src|href|url)\s*[=(:]\s*["']?(https?:)?\/\//i);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
    expect(named.length).toBeGreaterThanOrEqual(4);
    for (const address of named) {
      const asset = await get(address);
      expect({ address, status: asset.status, empty: asset.text === '' }).toEqual({
        address,
        status: 200,
        empty: false,
      });
      expect(asset.headers['content-type']).toMatch(/^(text\/(css|javascript)|image\/png|application\/json)/);
      expect(asset.headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await get('/docs/start.js')).text).toContain('/docs/parts/');
  });

  it('shows the whole document in parts, each with all schemas that it refers to', async () => {
    type Part = { paths: object; components: { schemas: object } };
    const { parts } = (await get('/docs/parts')).body as { parts: string[] };
    expect(parts[0]).toBe('platform');
    expect(parts).toHaveLength(28);
    const paths: string[] = [];
    for (const name of parts) {
      const { status, text } = await get(`/docs/parts/${name}`);
      expect(status).toBe(200);
      const part = JSON.parse(text) as Part;
      paths.push(...Object.keys(part.paths));
      const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, schema]) => schema);
      expect(new Set(named)).toEqual(new Set(Object.keys(part.components.schemas)));
    }
    expect(paths.sort()).toEqual(Object.keys(document.paths).sort());
    expect((await get('/docs/parts/nothing')).status).toBe(404);
  });

  it.each([
    '/docs/../package.json',
    '/docs/../../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs/package.json',
    '/docs/index.html',
    '/docs/__proto__',
    '/docs/constructor',
    '/docs/toString',
    '/docs/swagger-ui.css/x',
    '/docs/swagger-ui.css%2f..%2findex.js',
    '/docs//etc/passwd',
  ])('serves no other files: %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: expect.stringMatching(/^(Not found|File not found)$/) });
  });
});
