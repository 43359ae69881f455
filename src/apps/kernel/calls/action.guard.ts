import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Caller, isAdmin } from '../../../platform/access/caller.js';
import { credentialFault } from '../../../platform/access/identify.guard.js';
import { forbidden, notAuthenticated, notFound, Refusal } from '../../../platform/http/refusal.js';
import { nameRoute } from '../../../platform/http/route.registry.js';
import { InstallationsRepository } from '../installations.repository.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction, type RegisteredApp } from '../registry.js';

export interface Called {
  app: RegisteredApp;
  action: RegisteredAction;
}

const called = new WeakMap<Request, Called>();

/** The action that a request is for, once the guard has let it in. */
export const calledBy = (request: Request) => called.get(request) as Called;

/** The first three checks, in the contract's order: the action exists, the caller may call it, the app is installed. */
@Injectable()
export class ActionGuard implements CanActivate {
  constructor(
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
    private readonly installations: InstallationsRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const { slug, action: name } = request.params as { slug: string; action: string };
    const app = this.registry.find(slug);
    if (!app) throw notFound('App');
    const action = app.actions.get(name);
    if (!action) throw notFound('Action');
    nameRoute(request, `/v1/apps/${slug}/${name}`);
    const { access } = action.declaration;
    if (access !== 'public') {
      const caller = request.user as Caller | undefined;
      if (!caller) throw credentialFault(request) ?? notAuthenticated();
      if (access === 'admin' && !isAdmin(caller)) throw forbidden();
      if (!isAdmin(caller) && !(await this.installations.has(caller.id, slug))) throw notInstalled();
    }
    called.set(request, { app, action });
    return true;
  }
}

const notInstalled = () => new Refusal(403, 'App not installed');
