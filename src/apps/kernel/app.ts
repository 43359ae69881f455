import { Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import { DatabaseModule, type Schema } from '../../platform/database/database.module.js';
import type { ActionClass, Type } from './calls/action.js';
import { withProviders } from './app-provider.js';
import type { AppExport } from './exports/app-export.js';
import type { ExportedServices } from '../contracts/exported-services.js';
import type { AppStats } from './stats/app-stats.js';
import type { PublicSurface } from './pages/public-surface.js';

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
  /** For apps whose users own more than the rows with their id in `owner_id`. */
  exports?: Type<AppExport>;
  /** What other apps and the core may ask of it, found by its slug. */
  service?: Type;
  /** What a browser may open at `/v1/apps/{slug}/public/…`. */
  surface?: Type<PublicSurface>;
  /**
   * Jobs, the fulfilment, hooks: what no action asks for, because the service finds it by its base class. Providers that
   * are named in a constructor are found and not listed.
   */
  providers?: Provider[];
  imports?: ModuleMetadata['imports'];
}

const APP = 'apps:app';

/** `ext_live_sessions` of the app `live-sessions`. */
export const schemaOf = (slug: string) => `ext_${slug.replaceAll('-', '_')}`;

/** An app whose slug others know by an interface provides that very service. */
type Exporting<Slug extends string> = AppDeclaration & {
  slug: Slug;
  service?: Slug extends keyof ExportedServices ? Type<ExportedServices[Slug]> : Type;
};

export const App =
  <const Slug extends string>(declaration: Exporting<Slug>): ClassDecorator =>
  (type) => {
    const { entities, migrations, actions, stats, exports, service, surface, providers, imports } = declaration;
    const single = [stats, exports, service, surface].filter((one) => one !== undefined);
    const roots = [...actions, ...(providers ?? []), ...single];
    Module({
      imports: [DatabaseModule.forFeature({ entities, migrations }), ...(imports ?? [])],
      providers: withProviders(roots),
    })(type);
    Reflect.defineMetadata(APP, declaration, type);
  };

export const declaredApp = (type: Type) => Reflect.getMetadata(APP, type) as AppDeclaration | undefined;
