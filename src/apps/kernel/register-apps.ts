import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type ByKey, type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { ExemptPathsRegistry } from '../../platform/http/server/exempt-paths.registry.js';
import { Fulfilment } from '../../payments/extension-points.js';
import { declaredAction, NoInput, type ActionClass, type Type } from './calls/action.js';
import { declaredApp, type AppDeclaration } from './app.js';
import { checkApp, checkUses } from './app-checks.js';
import { pathExpression } from './pages/public-surface.js';
import { PlatformActions } from './platform-actions.port.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction, type RegisteredApp } from './registry.js';
import { TargetRepository } from './calls/target.repository.js';

/** The modules of the apps that this service has. */
export const APP_CATALOGUE = Symbol('APP_CATALOGUE');

/** Puts the apps into the registry when the service starts, and stops the start where one of them is wrong. */
@Injectable()
export class RegisterApps implements OnModuleInit {
  private readonly platformActions: Many<PlatformActions>;
  private readonly fulfilments: ByKey<Fulfilment>;

  constructor(
    @Inject(APP_CATALOGUE) private readonly catalogue: Type[],
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
    private readonly modules: ModuleRef,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly targets: TargetRepository,
  ) {
    this.platformActions = extensions.many(PlatformActions);
    this.fulfilments = extensions.byKey(Fulfilment, ({ app }) => app);
  }

  onModuleInit(): void {
    for (const type of this.catalogue) {
      const declaration = declaredApp(type);
      if (!declaration) throw new Error(`${type.name} in the catalogue is no @App`);
      this.registry.add(this.app(declaration));
    }
    checkUses(this.registry.all());
  }

  private app(declaration: AppDeclaration): RegisteredApp {
    const { slug, name, uses, settings, entities } = declaration;
    const own = declaration.actions.map((type) => this.own(slug, type));
    const given = this.platformActions.values.flatMap((platform) => platform.of(declaration));
    const app: RegisteredApp = {
      slug,
      name,
      uses,
      settings,
      entities,
      declaration,
      actions: new Map(),
      stats: this.instance(declaration.stats),
      exports: declaration.exports && this.instance(declaration.exports),
      service: declaration.service && this.instance(declaration.service),
      surface: declaration.surface && this.instance(declaration.surface),
    };
    for (const action of [...own, ...given]) {
      if (app.actions.has(action.name)) throw new Error(`${slug} has two actions ${action.name}`);
      app.actions.set(action.name, action);
    }
    checkApp(app, {
      schemaOf: (entity) => this.database.dataSource.getMetadata(entity).schema,
      isPaid: this.fulfilments.get(slug) !== undefined,
    });
    const exempt = this.instance(ExemptPathsRegistry);
    for (const { name: action, declaration: declared } of app.actions.values()) {
      if (declared.target) this.targets.declare(declared.target);
      if (declared.anyOrigin) exempt.anyOrigin.add(`/v1/apps/${slug}/${action}`);
    }
    const queried = app.surface?.anyQuery ?? [];
    exempt.anyQuery.push(...queried.map((path) => pathExpression(`/v1/apps/${slug}/public/${path}`)));
    return app;
  }

  private own(slug: string, type: Type<ActionClass>): RegisteredAction {
    const action = declaredAction(type);
    if (!action) throw new Error(`${type.name} of ${slug} is no @Action`);
    const { name, declaration } = action;
    return {
      name,
      kind: 'own',
      declaration,
      input: declaration.input ?? NoInput,
      action: this.instance(type),
    };
  }

  private instance<Instance>(type: Type<Instance>): Instance {
    return this.modules.get<Instance>(type as never, { strict: false });
  }
}
