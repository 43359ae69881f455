import { Inject, Injectable } from '@nestjs/common';
import { type ApiOperation, ApiOperations } from '../../../platform/http/openapi/api-operations.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction, type RegisteredApp } from '../registry.js';
import { thingOf } from './targets.js';

/** Every action in the reference, as an address of its own. */
@Injectable()
export class ActionOperations extends ApiOperations {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {
    super();
  }

  all(): ApiOperation[] {
    return this.registry.all().flatMap((app) => [...app.actions.values()].map((action) => described(app, action)));
  }
}

const LEVELS = { public: 'none', authenticated: 'user', owner: 'user', admin: 'user' } as const;

function described({ slug }: RegisteredApp, { name, declaration, input }: RegisteredAction): ApiOperation {
  const { access, description, result, target, party, changes, refuses = {} } = declaration;
  const refusals = Object.entries(refuses).flatMap(([status, messages]) =>
    (messages as string[]).map((note) => ({ status: Number(status), note })),
  );
  const isOwned = access === 'owner' || party !== undefined;
  return {
    scope: slug,
    path: `/v1/apps/${slug}/${name}`,
    method: 'post',
    operationId: `${slug}.${name}`,
    summary: description,
    level: LEVELS[access],
    input,
    result,
    isIdempotent: Boolean(changes),
    refusals: [
      ...(access === 'public' ? [] : [{ status: 403, note: 'App not installed' }]),
      ...(access === 'admin' || isOwned ? [{ status: 403, note: 'Forbidden' }] : []),
      ...(target ? [{ status: 404, note: `${thingOf(target)} not found` }] : []),
      ...refusals,
    ],
  };
}
