import type { ActionDeclaration, Type } from './calls/action.js';
import type { AppDeclaration } from './app.js';
import type { RegisteredAction } from './registry.js';

type Described = ActionDeclaration & { input: Type; run: (call: never) => Promise<object> };

/** Actions that are written once, and that every app gets. */
export abstract class PlatformActions {
  abstract of(app: AppDeclaration): RegisteredAction[];

  protected action(name: string, { run, ...declaration }: Described): RegisteredAction {
    return { name, kind: 'platform', declaration, input: declaration.input, action: { run } };
  }
}
