import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { checked } from '../../platform/http/input/input.pipe.js';
import type { Visitor } from './action.js';
import type { Called } from './action.guard.js';
import { Outside } from './outside.js';
import { thingOf, Targets } from './targets.js';
import { Words } from './words.js';

export interface Invocation extends Called {
  caller: Caller | undefined;
  body: unknown;
  visitor: Visitor;
  operationId: string;
}

/** What happens to every action once it may be called: input, ownership, the transaction, and its event. */
@Injectable()
export class Pipeline {
  constructor(
    private readonly targets: Targets,
    private readonly words: Words,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async run(invocation: Invocation): Promise<object> {
    const { app, action, caller, visitor, operationId } = invocation;
    const { declaration } = action;
    const input = await checked(action.input, invocation.body, { exact: true });
    await this.words.clean(action.input, input);
    const result = await this.unit(declaration, async () => {
      const { target, parent } = await this.targets.of(declaration, input, caller);
      const call = { input, caller, target, parent, app, visitor, operationId };
      const made = await action.action.run(call as never);
      return made instanceof Outside ? made : this.noted(invocation, input, made);
    });
    return result instanceof Outside ? this.outside(invocation, input, result) : result;
  }

  private unit<T>({ changes, notes }: Called['action']['declaration'], work: () => Promise<T>): Promise<T> {
    return changes || notes ? this.database.transaction(work) : work();
  }

  private async outside(invocation: Invocation, input: object, steps: Outside): Promise<object> {
    if (!invocation.action.declaration.outside)
      throw new Error(`${invocation.action.name} does not say 'outside'`);
    let answer: unknown;
    try {
      answer = await steps.ask();
    } catch (error) {
      await this.database.transaction(() => steps.undo());
      throw error;
    }
    return this.database.transaction(async () => this.noted(invocation, input, await steps.done(answer)));
  }

  /** What the app's activity, workflows and hooks are told of it. */
  private noted({ app, action, caller }: Invocation, input: object, result: object): object {
    if (action.declaration.changes) {
      const type = `${app.slug}/${action.name}`;
      this.outbox.record({
        type,
        actor_id: caller?.id ?? null,
        data: { target: about(action, input, result), ...reasonOf(action, input) },
      });
    }
    return result;
  }
}

/** What was changed: the declared target, or the first thing with an id that the result shows. */
function about({ declaration: { target } }: Called['action'], input: object, result: object): object | null {
  const given = target && (input as Record<string, unknown>)[target.by];
  if (target && given) return { type: thingOf(target).toLowerCase(), id: given };
  for (const [type, thing] of Object.entries(result)) {
    if (typeof thing === 'object' && thing && 'id' in thing)
      return { type, id: (thing as { id: unknown }).id };
  }
  return null;
}

function reasonOf({ declaration: { why } }: Called['action'], input: object): { reason?: unknown } {
  const reason = why && (input as Record<string, unknown>)[why];
  return reason === undefined ? {} : { reason };
}
