import { Inject, Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../../platform/access/access.js';
import { forbidden, notAuthenticated, notFound, Refusal } from '../../../platform/http/refusal.js';
import { InstallationsRepository } from '../installations.repository.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction, type RegisteredApp } from '../registry.js';

export interface Called {
  app: RegisteredApp;
  action: RegisteredAction;
}

/** The first three checks of a call, in the contract's order: the action exists, the caller may call it, the app is installed. */
@Injectable()
export class ActionAccessService {
  constructor(
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
    private readonly installations: InstallationsRepository,
  ) {}

  find(slug: string, name: string): Called {
    const app = this.registry.find(slug);
    if (!app) throw notFound('App');
    const action = app.actions.get(name);
    if (!action) throw notFound('Action');
    return { app, action };
  }

  /** `fault`: what is wrong with the credential of a request without a caller. */
  async check({ app, action }: Called, caller: Caller | undefined, fault?: unknown): Promise<void> {
    const { access } = action.declaration;
    if (access === 'public') return;
    if (!caller) throw fault ?? notAuthenticated();
    if (isAdmin(caller)) return;
    if (access === 'admin') throw forbidden();
    if (!(await this.installations.has(caller.id, app.slug))) throw new Refusal(403, 'App not installed');
  }
}
