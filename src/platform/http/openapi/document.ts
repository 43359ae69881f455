import { Injectable } from '@nestjs/common';
import type { Level } from '../../access/access.js';
import { answerOf, type Described, isIdempotent, refusalsOf, summaryOf } from '../endpoint.js';
import { type Route, Routes } from '../routes.js';
import { streamedAs } from '../input/body.guard.js';
import { Declared } from '../../declared.js';
import { type JsonSchema, SchemaBook } from './json-schema.js';
import { type OperationElsewhere, OperationsElsewhere } from './operations.port.js';

type Type = new (...args: never[]) => object;

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
        anyOf: [
          {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
            additionalProperties: false,
          },
          // Of a list that stands or falls as a whole.
          {
            type: 'object',
            required: ['index', 'error'],
            properties: { index: { type: 'integer' }, error: { type: 'string' } },
            additionalProperties: false,
          },
        ],
      },
    },
  },
  additionalProperties: false,
};

const BYTES: JsonSchema = { type: 'string', format: 'binary' };
const FORM: JsonSchema = { type: 'object', required: ['file'], properties: { file: BYTES } };

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

  constructor(
    private readonly routes: Routes,
    private readonly declared: Declared,
  ) {}

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
    const chapters = new Map<string, SchemaBook>();
    for (const one of this.declared.all(OperationsElsewhere).flatMap((elsewhere) => elsewhere.all())) {
      const chapter = chapters.get(one.scope) ?? book.chapter(one.scope);
      chapters.set(one.scope, chapter);
      (paths[one.path] ??= {})[one.method] = operationElsewhere(one, chapter);
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

const streamed = (mediaType: string | undefined) =>
  mediaType && {
    requestBody: {
      required: true,
      content: { [mediaType]: { schema: mediaType === 'multipart/form-data' ? FORM : BYTES } },
    },
  };

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
    ...streamed(streamedAs(route.handler)),
    responses: responses(route, book, { body, query, params }),
  };
}

/** Each has an input and a result, which may be named as those of every other. */
function operationElsewhere(one: OperationElsewhere, chapter: SchemaBook): JsonSchema {
  const { level, operationId, isIdempotent: keyed, input, result, refusals: own } = one;
  const reference = (type: Type) => {
    const short = operationId.slice(operationId.indexOf('.') + 1);
    return chapter.reference(type, true, GENERAL.has(type.name) ? `${short}.${type.name}` : type.name);
  };
  const body = reference(input);
  return {
    operationId,
    summary: one.summary,
    tags: [one.scope],
    ...(level !== 'none' && { security: SECURITY[level] }),
    parameters: keyed ? [IDEMPOTENCY_KEY] : [],
    requestBody: { required: false, content: { 'application/json': { schema: body } } },
    responses: {
      200: success(reference(result), 'application/json'),
      ...refusals({ body: input, params: [] }, { level, isIdempotent: keyed, own }),
    },
  };
}

/** What the classes of an action are called in its own file. */
const GENERAL = new Set(['Input', 'Result']);

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

function responses({ level, handler }: Route, book: SchemaBook, taken: Inputs): JsonSchema {
  const { status, type, mediaType = 'application/json' } = answerOf(handler) as Described;
  const schema = type ? book.reference(type, true) : {};
  const own = refusalsOf(handler);
  const shaped = own.flatMap(({ status: code, type: shape }) =>
    shape ? [[code, success(book.reference(shape, true), mediaType)]] : [],
  );
  return {
    [status]: success(schema, mediaType),
    ...refusals(taken, { level, isIdempotent: isIdempotent(handler), own }),
    ...Object.fromEntries(shaped),
  };
}

interface Refusing {
  level: Level | undefined;
  isIdempotent: boolean;
  own: Described[];
}

/** Those that its level and input bring, and its own. */
function refusals(
  { body, query, params }: Inputs,
  { level, isIdempotent: keyed, own }: Refusing,
): JsonSchema {
  const notes = new Map<number, string[]>();
  const refuse = (code: number, note: string) =>
    notes.set(code, [...new Set([...(notes.get(code) ?? []), note])]);
  if (level !== 'none') refuse(401, 'Not authenticated');
  if (level === 'admin') refuse(403, 'Forbidden');
  if (body || query || params.length) refuse(400, 'Validation error');
  if (params.length) refuse(404, 'Not found');
  if (body) {
    refuse(413, 'Payload too large');
    refuse(415, 'Unsupported media type');
  }
  if (keyed) refuse(409, 'Idempotency key reused');
  for (const { status: code, note } of own) if (note) refuse(code, note);
  refuse(429, 'Too many requests');
  refuse(503, 'Service unavailable');
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...notes]
      .sort(([a], [b]) => a - b)
      .map(([code, words]) => [code, { description: words.join('; '), content }]),
  );
}

const success = (schema: JsonSchema, mediaType: string) => ({
  description: 'The answer',
  content: { [mediaType]: { schema } },
});
