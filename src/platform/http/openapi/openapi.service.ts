import { Injectable } from '@nestjs/common';
import type { Level } from '../../access/access.js';
import { answerOf, type Described, idempotencyRuleOf, isIdempotent, refusalsOf, summaryOf } from '../endpoint.js';
import { type Route, RouteRegistry } from '../route.registry.js';
import { streamedAs } from '../input/body.guard.js';
import { type Many, ExtensionsService } from '../../extensions.service.js';
import { type ApiDocument, documentPart } from './document-part.js';
import { type JsonSchema, SchemaRegistry } from './json-schema.js';
import { type ApiOperation, ApiOperations } from './api-operations.js';

type Type = new (...args: never[]) => object;

/** The part of the document without the actions of apps. */
const PLATFORM = 'platform';

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

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string' },
    // Where somebody else has changed the row meanwhile.
    current_version: { type: 'integer' },
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
          // The faults of a list that is accepted or refused as a whole.
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
  description: 'Sent again within 24 hours with the same body, it gives the same answer and does nothing twice.',
  schema: { type: 'string', maxLength: 255 },
};

/** Builds the OpenAPI document from the routes and their classes, so that it cannot deviate from them. */
@Injectable()
export class OpenApiService {
  private cached: ApiDocument | undefined;

  private readonly apiOperations: Many<ApiOperations>;

  constructor(
    private readonly routes: RouteRegistry,
    extensions: ExtensionsService,
  ) {
    this.apiOperations = extensions.many(ApiOperations);
  }

  document(): ApiDocument {
    return (this.cached ??= this.build());
  }

  /** The names of the parts of the document: the platform, then each app. */
  parts(): string[] {
    const scopes = this.apiOperations.values.flatMap((provider) => provider.all()).map(({ scope }) => scope);
    return [PLATFORM, ...new Set(scopes.sort())];
  }

  part(name: string): ApiDocument {
    const document = this.document();
    const apps = this.parts().filter((part) => part !== PLATFORM);
    const isOf = (app: string, path: string) => path.startsWith(`/v1/apps/${app}/`);
    return documentPart(document, (path) =>
      name === PLATFORM ? !apps.some((app) => isOf(app, path)) : isOf(name, path),
    );
  }

  private build(): ApiDocument {
    const registry = new SchemaRegistry();
    const paths: Record<string, Record<string, unknown>> = {};
    const described = this.routes.all().filter(({ handler }) => answerOf(handler));
    for (const route of described.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, registry);
    }
    const scopes = new Map<string, SchemaRegistry>();
    for (const one of this.apiOperations.values.flatMap((provider) => provider.all())) {
      const scope = scopes.get(one.scope) ?? registry.subScope(one.scope);
      scopes.set(one.scope, scope);
      (paths[one.path] ??= {})[one.method] = actionOperation(one, scope);
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
      // The address is relative, so that the reference page calls the host it came from.
      servers: [{ url: '/' }],
      paths,
      components: {
        schemas: { Error: ERROR_SCHEMA, ...sorted(registry.schemas) },
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

function operation(route: Route, registry: SchemaRegistry): JsonSchema {
  const { body, query, params } = inputs(route);
  const level = route.level ?? 'none';
  return {
    operationId: route.name.replace('Controller', ''),
    summary: summaryOf(route.handler),
    tags: [route.path.split('/')[2] ?? 'service'],
    ...(level !== 'none' && { security: SECURITY[level] }),
    parameters: [
      ...params.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(query, registry),
      ...idempotencyKey(route.handler),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: registry.reference(body, false) } },
      },
    }),
    ...streamed(streamedAs(route.handler)),
    responses: responses(route, registry, { body, query, params }),
  };
}

function idempotencyKey(handler: Route['handler']): JsonSchema[] {
  const rule = idempotencyRuleOf(handler);
  if (rule) return [{ ...IDEMPOTENCY_KEY, description: rule }];
  return isIdempotent(handler) ? [IDEMPOTENCY_KEY] : [];
}

/** The input and the result of every operation may have the same class names. */
function actionOperation(one: ApiOperation, scope: SchemaRegistry): JsonSchema {
  const { level, operationId, isIdempotent: keyed, input, result, refusals: own } = one;
  const reference = (type: Type) => {
    const short = operationId.slice(operationId.indexOf('.') + 1);
    return scope.reference(type, true, GENERAL.has(type.name) ? `${short}.${type.name}` : type.name);
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

/** Class names that every action uses in its own file. */
const GENERAL = new Set(['Input', 'Result']);

interface Inputs {
  body?: Type;
  query?: Type;
  params: string[];
}

/** Nest stores the source of each handler parameter under `kind:index`. */
function inputs({ controller, handler, methodName, path }: Route): Inputs {
  const taken = (Reflect.getMetadata('__routeArguments__', controller, methodName) ?? {}) as object;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, methodName) ?? []) as Type[];
  const found: Inputs = { params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string) };
  for (const key of Object.keys(taken)) {
    const [kind, index] = key.split(':').map(Number) as [number, number];
    if (kind === BODY) found.body = types[index];
    if (kind === QUERY) found.query = types[index];
    if (kind === PARAM && !found.params.length) throw new Error(`${handler.name} takes a parameter its path lacks`);
  }
  return found;
}

function queryParameters(query: Type | undefined, registry: SchemaRegistry): JsonSchema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = registry.describe(query, false) as {
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

function responses({ level, handler }: Route, registry: SchemaRegistry, taken: Inputs): JsonSchema {
  const { status, type, mediaType = 'application/json' } = answerOf(handler) as Described;
  const schema = type ? registry.reference(type, true) : {};
  const own = refusalsOf(handler);
  const shaped = own.flatMap(({ status: code, type: shape }) =>
    shape ? [[code, success(registry.reference(shape, true), mediaType)]] : [],
  );
  return {
    [status]: success(schema, mediaType),
    ...refusals(taken, { level, isIdempotent: isIdempotent(handler), own }),
    ...Object.fromEntries(shaped),
  };
}

interface RefusalSources {
  level: Level | undefined;
  isIdempotent: boolean;
  own: Described[];
}

/** The refusals that follow from the access level and the input, and the route's own. */
function refusals({ body, query, params }: Inputs, { level, isIdempotent: keyed, own }: RefusalSources): JsonSchema {
  const notes = new Map<number, string[]>();
  const refuse = (code: number, note: string) => notes.set(code, [...new Set([...(notes.get(code) ?? []), note])]);
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
    [...notes].sort(([a], [b]) => a - b).map(([code, words]) => [code, { description: words.join('; '), content }]),
  );
}

const success = (schema: JsonSchema, mediaType: string) => ({
  description: 'The answer',
  content: { [mediaType]: { schema } },
});
