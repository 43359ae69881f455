import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { Fulfilment } from '../../payments/fulfilment.port.js';
import { declaredAction, NoInput, type ActionClass, type Type } from './action.js';
import { declaredApp, type AppDeclaration } from './app.js';
import { checkApp } from './app-checks.js';
import { PlatformActions } from './platform-actions.port.js';
import { APP_REGISTRY, type AppRegistry, type RegisteredAction, type RegisteredApp } from './registry.js';

/** The modules of the apps that this service has. */
export const APP_CATALOGUE = Symbol('APP_CATALOGUE');

/** Puts the apps into the registry when the service starts, and stops the start where one of them is wrong. */
@Injectable()
export class RegisterApps implements OnModuleInit {
  constructor(
    @Inject(APP_CATALOGUE) private readonly catalogue: Type[],
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
    private readonly modules: ModuleRef,
    private readonly declared: Declared,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    for (const type of this.catalogue) {
      const declaration = declaredApp(type);
      if (!declaration) throw new Error(`${type.name} in the catalogue is no @App`);
      this.registry.add(this.app(declaration));
    }
  }

  private app(declaration: AppDeclaration): RegisteredApp {
    const { slug, name, uses, settings, entities } = declaration;
    const own = declaration.actions.map((type) => this.own(slug, type));
    const given = this.declared.all(PlatformActions).flatMap((platform) => platform.of(declaration));
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
      isPaid: this.declared.all(Fulfilment).some((fulfilment) => fulfilment.app === slug),
    });
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
