import { Inject } from '@nestjs/common';
import { AppProvider } from '../../kernel/app-provider.js';
import { APP_REGISTRY, type AppRegistry } from '../../kernel/registry.js';

const NEVER = new Set(['payment-succeeded', 'payment-refunded']);

/** Which actions a step may call, and what starts a workflow. */
@AppProvider()
export class AutomatedActions {
  constructor(@Inject(APP_REGISTRY) private readonly registry: AppRegistry) {}

  /** What is wrong with an action as a step. */
  fault(slug: string, name: string): string | undefined {
    const app = this.registry.find(slug);
    if (!app) return `Unknown app: ${slug}`;
    const action = app.actions.get(name);
    if (!action) return `Unknown action: ${slug}/${name}`;
    if (slug === 'workflows' || NEVER.has(name) || action.declaration.access === 'admin')
      return `Action cannot be a step: ${slug}/${name}`;
    return undefined;
  }

  /** Without an account and an installation, too. */
  isPublic(slug: string, name: string): boolean {
    return this.registry.find(slug)?.actions.get(name)?.declaration.access === 'public';
  }

  /** Whether the app sends notifications. */
  notifies(slug: string): boolean {
    return Boolean(this.registry.find(slug)?.uses.includes('notifications'));
  }

  /** Whether a successful call leaves an event. */
  changes(slug: string, name: string): boolean {
    return Boolean(this.registry.find(slug)?.actions.get(name)?.declaration.changes);
  }
}
