import { Injectable, type Provider } from '@nestjs/common';
import type { Type } from './calls/action.js';

const OF_APP = 'apps:provider';

/**
 * A provider of an app: a service, a repository, a presenter. The class that needs it names it in its constructor; no list
 * contains it.
 */
export const AppProvider = (): ClassDecorator => (type) => {
  Injectable()(type);
  Reflect.defineMetadata(OF_APP, true, type);
};

export const isAppProvider = (type: object) => Reflect.hasOwnMetadata(OF_APP, type);

/** The given providers and those that they need, directly or through others. */
export function withProviders(roots: Provider[]): Provider[] {
  const found = new Set<Provider>();
  const visit = (provider: Provider): void => {
    if (found.has(provider)) return;
    found.add(provider);
    const needed = typeof provider === 'function' ? Reflect.getMetadata('design:paramtypes', provider) : [];
    for (const one of (needed ?? []) as (Type | undefined)[]) {
      if (one && isAppProvider(one)) visit(one);
    }
  };
  for (const root of roots) visit(root);
  return [...found];
}
