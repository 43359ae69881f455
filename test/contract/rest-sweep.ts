import { randomUUID } from 'node:crypto';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { type Route, RouteRegistry } from '../../src/platform/http/route.registry.js';
import type { Client } from '../support/client.js';
import type { Account, TestService } from '../support/service.js';
import { type Schema, Values } from './values.js';

interface Described {
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation extends Described {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  level: Route['level'];
}

interface Answer {
  status: number;
  body: { error?: string; details?: { field: string }[] };
}

/** Ending the session of a caller would refuse all calls after it. */
const ENDS_SESSION = '/v1/auth/sign-out';
/** These check a credential of their own before they read the body. */
const OWN_CREDENTIAL = new Set(['/v1/auth/reset-password', '/v1/webhook/payment-succeeded']);
/** It pages by positions, which have refusals of their own. */
const BY_POSITION = '/v1/realtime/catch-up';
/** JSON that is no object, or one that no route reads. */
const UNREADABLE = [
  '[]',
  '[{}]',
  '"text"',
  '5',
  'true',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800 and more"}',
  '{"__proto__":{"a":1}}',
  `{"more":${'['.repeat(32)}${']'.repeat(32)}}`,
];
const TOO_LARGE = `{"nobody_knows_this":"${'x'.repeat(6 * 1024 * 1024)}"}`;

/** What holds of every REST route, made of the routes and their description. Each sweep tells what does not hold. */
export class RestSweep {
  private constructor(
    private readonly service: TestService,
    private readonly operations: Operation[],
    private readonly schemas: Record<string, Schema>,
    private readonly callers: Record<'user' | 'admin' | 'api-key', Client>,
  ) {}

  static async of(service: TestService, user: Account, admin: Account): Promise<RestSweep> {
    const document = service.app.get(OpenApiService, { strict: false }).document() as unknown as Document;
    const { body } = await user.client.post('/v1/api-keys', { name: 'script' }).expect(201);
    const operations = service.app
      .get(RouteRegistry, { strict: false })
      .all()
      .flatMap(({ method, path, level }) => {
        const given = path.replace(/:(\w+)/g, '{$1}');
        const described = document.paths[given]?.[method.toLowerCase()];
        return described ? [{ ...described, path: given, method: method.toLowerCase(), level } as Operation] : [];
      });
    const callers = { user: user.client, admin: admin.client, 'api-key': service.client({ 'x-api-key': body.key }) };
    return new RestSweep(service, operations, document.components.schemas, callers);
  }

  get count(): number {
    return this.operations.length;
  }

  /** Nobody and a forged token at every level above none, a user where staff is meant, a key where none is taken. */
  guards(): Promise<string[]> {
    const { user, 'api-key': key } = this.callers;
    return this.each(async (operation) => {
      const { level } = operation;
      if (level === 'none') return [];
      const refused = async (client: Client, status: number, error: string) =>
        unless(await this.call(client, operation), status, error);
      const forged = this.service.bearer('a.b.c');
      return [
        ...(await refused(this.service.client(), 401, 'Not authenticated')),
        ...(await refused(forged, 401, 'Not authenticated')),
        ...(level === 'admin' ? await refused(user, 403, 'Forbidden') : []),
        ...(level === 'admin' || level === 'bearer' ? await refused(key, 401, 'Not authenticated') : []),
        ...(level === 'api-key' ? await refused(user, 401, 'Not authenticated') : []),
      ];
    });
  }

  /** All fields at once, each with its next wrong value: as many calls as the field with most of them has. */
  wrongFields(): Promise<string[]> {
    return this.each(async (operation) => {
      const values = this.valuesOf(operation);
      if (!values) return [];
      const fields = values.fields();
      const rounds = Math.max(0, ...fields.map(([, wrong]) => wrong.length));
      const faults: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const wrong = fields.filter(([, all]) => round < all.length);
        const given = Object.fromEntries(wrong.map(([name, all]) => [name, all[round]]));
        faults.push(...(await this.refuses(operation, values, given)));
      }
      return faults;
    });
  }

  missingFields(): Promise<string[]> {
    return this.each(async (operation) => {
      const needed = Object.keys(this.valuesOf(operation)?.sample() ?? {});
      if (!needed.length) return [];
      const answer = await this.call(this.caller(operation), operation, {});
      if (answer.status === 400 && !answer.body.details) return [];
      const unnamed = needed.filter((field) => !names(answer, field));
      return unnamed.map((field) => `${field} is left out and answered ${answer.status} ${answer.body.error ?? ''}`);
    });
  }

  /** Bodies that are not JSON, not of its type, or too large. */
  bodies(): Promise<string[]> {
    return this.each(async (operation) => {
      if (!this.valuesOf(operation)) return [];
      const client = this.caller(operation);
      const text = client.with({ 'content-type': 'text/plain' });
      const refused = async (body: string, error: string) =>
        unless(await this.call(client, operation, body), 400, error).map((fault) => `${body} ${fault}`);
      const unreadable: string[] = [];
      for (const body of UNREADABLE) unreadable.push(...(await refused(body, 'Validation error')));
      return [
        ...unreadable,
        ...(await refused('{"a":', 'Invalid JSON')),
        ...(await refused('{}{}', 'Invalid JSON')),
        ...unless(await this.call(text, operation, undefined, 'words'), 415, 'Unsupported media type'),
        ...unless(await this.call(client, operation, TOO_LARGE), 413, 'Payload too large'),
      ];
    });
  }

  /** Ids of a wrong form are answered as unknown ones. */
  ids(): Promise<string[]> {
    return this.each(async (operation) => {
      const body = this.valuesOf(operation)?.sample();
      if (!operation.path.includes('{id}') || operation.level === 'none') return [];
      const client = this.caller(operation);
      const unknown = await this.call(client, operation, body);
      // Nothing to take back is no fault.
      if (unknown.status === 200) return [];
      const faults: string[] = [];
      for (const id of ['0', 'nonsense', `${randomUUID()}0`, "'--"]) {
        const answer = await this.call(client, { ...operation, path: operation.path.replace('{id}', id) }, body);
        if (answer.status !== unknown.status || answer.body.error !== unknown.body.error)
          faults.push(`the id ${id} is answered ${told(answer)}, an unknown one ${told(unknown)}`);
      }
      return faults;
    });
  }

  /** Cursors and limits of every list. */
  pages(): Promise<string[]> {
    return this.each(async (operation) => {
      const given = (operation.parameters ?? []).filter((one) => one.in === 'query');
      const query = operation.path === BY_POSITION ? [] : given.map(({ name }) => name);
      const needed = given.filter((one) => one.required).map(({ name }) => `&${name}=some`);
      const faults: string[] = [];
      const wrong = {
        cursor: ['nonsense', 'e30'],
        limit: ['0', '-1', '1.5', 'x', '1e3', '', '%20', '0x10', '%2B5', '%D9%A3', 'null'],
      };
      for (const name of ['cursor', 'limit'] as const) {
        for (const value of query.includes(name) ? wrong[name] : []) {
          const answer = await this.call(
            this.caller(operation),
            operation,
            undefined,
            undefined,
            `?${name}=${value}${needed.join('')}`,
          );
          if (answer.status === 404 && operation.path.includes('{')) continue;
          faults.push(...unless(answer, 400, `Invalid ${name}`).map((fault) => `${name}=${value} ${fault}`));
        }
      }
      return faults;
    });
  }

  private async refuses(operation: Operation, values: Values, given: Record<string, unknown>): Promise<string[]> {
    const body = { ...values.sample(), ...given };
    const answer = await this.call(this.caller(operation), operation, body);
    const fields = Object.keys(given);
    const accepted = fields.filter((field) => !names(answer, field));
    if (!accepted.length) return [];
    if (fields.length === 1) {
      if (answer.status === 400 && !answer.body.details) return [];
      return [`${JSON.stringify(given).slice(0, 200)} is answered ${told(answer)}`];
    }
    const alone: string[] = [];
    for (const field of accepted) alone.push(...(await this.refuses(operation, values, { [field]: given[field] })));
    return alone;
  }

  private valuesOf({ requestBody, path }: Operation): Values | undefined {
    const schema = requestBody?.content['application/json']?.schema;
    if (!schema || OWN_CREDENTIAL.has(path)) return undefined;
    const name = schema.$ref?.split('/').at(-1);
    return new Values({ ...(name ? this.schemas[name] : schema), $defs: this.schemas }, false);
  }

  private caller({ level }: Operation): Client {
    if (level === 'none') return this.service.client();
    return this.callers[level === 'admin' || level === 'api-key' ? level : 'user'];
  }

  private async call(
    client: Client,
    { method, path }: Operation,
    body?: object | string,
    text?: string,
    query = '',
  ): Promise<Answer> {
    const address = path.replace(/\{(\w+)\}/g, () => randomUUID()) + query;
    try {
      const sent = client[method](address, body);
      return await (text === undefined ? sent : sent.send(text));
    } catch (error) {
      return { status: 0, body: { error: (error as Error).message } };
    }
  }

  private async each(check: (operation: Operation) => Promise<string[]>): Promise<string[]> {
    const faults: string[] = [];
    for (const operation of this.operations) {
      if (operation.path === ENDS_SESSION) continue;
      const { method, path } = operation;
      faults.push(...(await check(operation)).map((fault) => `${method.toUpperCase()} ${path}: ${fault}`));
    }
    return faults;
  }
}

const told = ({ status, body }: Answer) => `${status} ${body?.error ?? ''}`;

const names = ({ status, body }: Answer, field: string) =>
  status === 400 && Boolean(body.details?.some((one) => one.field === field || one.field.startsWith(`${field}.`)));

const unless = (answer: Answer, status: number, error: string) =>
  answer.status === status && answer.body.error === error ? [] : [`is answered ${told(answer)}, not ${status}`];
