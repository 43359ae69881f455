import { Injectable } from '@nestjs/common';
import type { ActionClass, ActionDeclaration, Type } from './calls/action.js';
import type { AppDeclaration } from './app.js';
import type { AppExport } from './exports/app-export.js';
import type { AppStats } from './stats/app-stats.js';
import type { PublicSurface } from './pages/public-surface.js';

/** The token under which the apps are found. */
export const APP_REGISTRY = Symbol('APP_REGISTRY');

export interface RegisteredAction {
  name: string;
  kind: 'own' | 'platform';
  declaration: ActionDeclaration;
  input: Type;
  action: ActionClass;
}

export interface RegisteredApp extends Pick<AppDeclaration, 'slug' | 'name' | 'uses' | 'settings' | 'entities'> {
  declaration: AppDeclaration;
  actions: Map<string, RegisteredAction>;
  stats: AppStats;
  exports: AppExport | undefined;
  service: object | undefined;
  surface: PublicSurface | undefined;
}

/** The apps by their slugs. */
@Injectable()
export class AppRegistry {
  private readonly apps = new Map<string, RegisteredApp>();

  add(app: RegisteredApp): void {
    if (this.apps.has(app.slug)) throw new Error(`Two apps have the slug ${app.slug}`);
    this.apps.set(app.slug, app);
  }

  all(): RegisteredApp[] {
    return [...this.apps.values()];
  }

  find(slug: string): RegisteredApp | undefined {
    return this.apps.get(slug);
  }
}
