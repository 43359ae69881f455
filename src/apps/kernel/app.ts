import { Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { type Schema, schema } from '../../platform/database/schema.js';
import type { ActionClass, Type } from './action.js';
import type { AppExport } from './app-export.js';
import type { AppStats } from './app-stats.js';
import type { PublicSurface } from './public-surface.js';

export type CoreService = 'payments' | 'notifications' | 'documents' | 'invoicing';

/** An app's table of contents: what it is, what it keeps, and all that it does. */
export interface AppDeclaration {
  slug: string;
  name: string;
  description: string;
  /** The name of a symbol that clients draw. */
  icon: string;
  category: string;
  version: string;
  uses: CoreService[];
  entities: Schema['entities'];
  migrations: Schema['migrations'];
  actions: Type<ActionClass>[];
  /** The settings of one user: fields with validators and their defaults. */
  settings: Type;
  stats: Type<AppStats>;
  /** Where what a user owns is more than the rows that carry his id as `owner_id`. */
  exports?: Type<AppExport>;
  /** What other apps and the core may ask of it, found by its slug. */
  service?: Type;
  /** What a browser may open at `/v1/apps/{slug}/public/…`. */
  surface?: Type<PublicSurface>;
  /** Repositories, jobs, the fulfilment, and whatever else its actions need. */
  providers: Provider[];
  imports?: ModuleMetadata['imports'];
}

const APP = 'apps:app';

/** `ext_live_sessions` of the app `live-sessions`. */
export const schemaOf = (slug: string) => `ext_${slug.replaceAll('-', '_')}`;

export const App =
  (declaration: AppDeclaration): ClassDecorator =>
  (type) => {
    const { entities, migrations, actions, stats, exports, service, surface, providers, imports } =
      declaration;
    schema({ entities, migrations });
    const single = [stats, exports, service, surface].filter((one) => one !== undefined);
    Module({ imports, providers: [...new Set([...providers, ...actions, ...single])] as Provider[] })(type);
    Reflect.defineMetadata(APP, declaration, type);
  };

export const declaredApp = (type: Type) => Reflect.getMetadata(APP, type) as AppDeclaration | undefined;
