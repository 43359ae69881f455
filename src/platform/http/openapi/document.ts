import { Injectable } from '@nestjs/common';
import type { Level } from '../../access/access.js';
import { answerOf, type Described, isIdempotent, refusalsOf, summaryOf } from '../endpoint.js';
import { type Route, Routes } from '../routes.js';
import { isStreamed } from '../input/body.guard.js';
import { type JsonSchema, SchemaBook } from './json-schema.js';

type Type = new () => object;

const BODY = 3;
const QUERY = 4;
const PARAM = 5;

const SECURITY: Record<Level, object[]> = {
  none: [],
  user: [{ bearer: [] }, { apiKey: [] }],
  bearer: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  'api-key': [{ apiKey: [] }],
};

const ERROR: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const UPLOAD: JsonSchema = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  },
};

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Sent again within 24 hours with the same body, it gives the same answer and does nothing twice.',
  schema: { type: 'string', maxLength: 255 },
};

/** The OpenAPI document, read off the routes and their classes, so that it cannot say anything else than they do. */
@Injectable()
export class OpenApi {
  private made: JsonSchema | undefined;

  constructor(private readonly routes: Routes) {}

  document(): JsonSchema {
    return (this.made ??= this.make());
  }

  private make(): JsonSchema {
    const book = new SchemaBook();
    const paths: Record<string, Record<string, unknown>> = {};
    const described = this.routes.all().filter(({ handler }) => answerOf(handler));
    for (const route of described.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, book);
    }
    return {
      openapi: '3.1.0',
      info: {
        title: 'Community Platform',
        version: '1',
        description:
          'Errors are `{ error }`, and `{ error, details }` where the input was at fault. ' +
          'Sign in, then send `Authorization: Bearer <access_token>`; scripts send `X-API-Key`.',
      },
      // Relative, so that the reference page calls the very host it came from.
      servers: [{ url: '/' }],
      paths,
      components: {
        schemas: { Error: ERROR, ...sorted(book.schemas) },
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    };
  }
}

const sorted = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

function operation(route: Route, book: SchemaBook): JsonSchema {
  const { body, query, params } = inputs(route);
  const level = route.level ?? 'none';
  return {
    operationId: route.name.replace('Controller', ''),
    summary: summaryOf(route.handler),
    tags: [route.path.split('/')[2] ?? 'service'],
    ...(level !== 'none' && { security: SECURITY[level] }),
    parameters: [
      ...params.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(query, book),
      ...(isIdempotent(route.handler) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: book.reference(body, false) } },
      },
    }),
    ...(isStreamed(route.handler) && { requestBody: UPLOAD }),
    responses: responses(route, book, { body, query, params }),
  };
}

interface Inputs {
  body?: Type;
  query?: Type;
  params: string[];
}

/** Nest keeps what each parameter of a handler takes under `kind:index`. */
function inputs({ controller, handler, methodName, path }: Route): Inputs {
  const taken = (Reflect.getMetadata('__routeArguments__', controller, methodName) ?? {}) as object;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, methodName) ??
    []) as Type[];
  const found: Inputs = { params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string) };
  for (const key of Object.keys(taken)) {
    const [kind, index] = key.split(':').map(Number) as [number, number];
    if (kind === BODY) found.body = types[index];
    if (kind === QUERY) found.query = types[index];
    if (kind === PARAM && !found.params.length)
      throw new Error(`${handler.name} takes a parameter its path lacks`);
  }
  return found;
}

function queryParameters(query: Type | undefined, book: SchemaBook): JsonSchema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = book.describe(query, false) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function responses(route: Route, book: SchemaBook, { body, query, params }: Inputs): JsonSchema {
  const { status, type, mediaType = 'application/json' } = answerOf(route.handler) as Described;
  const schema = type ? book.reference(type, true) : {};
  const notes = new Map<number, string[]>();
  const refuse = (code: number, note: string) =>
    notes.set(code, [...new Set([...(notes.get(code) ?? []), note])]);
  if (route.level !== 'none') refuse(401, 'Not authenticated');
  if (route.level === 'admin') refuse(403, 'Forbidden');
  if (body || query || params.length) refuse(400, 'Validation error');
  if (params.length) refuse(404, 'Not found');
  if (body) {
    refuse(413, 'Payload too large');
    refuse(415, 'Unsupported media type');
  }
  if (isIdempotent(route.handler)) refuse(409, 'Idempotency key reused');
  const own = refusalsOf(route.handler);
  for (const { status: code, note } of own) if (note) refuse(code, note);
  refuse(429, 'Too many requests');
  refuse(503, 'Service unavailable');
  const refusals = [...notes]
    .sort(([a], [b]) => a - b)
    .map(([code, words]) => [
      code,
      {
        description: words.join('; '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]);
  const shaped = own.flatMap(({ status: code, type: shape }) =>
    shape ? [[code, success(book.reference(shape, true), mediaType)]] : [],
  );
  return { [status]: success(schema, mediaType), ...Object.fromEntries([...refusals, ...shaped]) };
}

const success = (schema: JsonSchema, mediaType: string) => ({
  description: 'The answer',
  content: { [mediaType]: { schema } },
});
