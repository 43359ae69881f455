import { Injectable } from '@nestjs/common';
import { UsersService } from '../../../account/users/users.service.js';
import { EventsService } from '../../../events/events.service.js';
import type { Caller } from '../../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../../platform/database/database.service.js';
import { checked } from '../../../platform/http/input/input.pipe.js';
import type { Visitor } from './action.js';
import type { Called } from './action-access.service.js';
import { Lease, type Lock, Outside } from './outside.js';
import { reliedOnSiteRole } from './site-role.js';
import { type Found, ownersOf, Targets } from './targets.js';
import { eventTarget } from './event-target.js';
import { checkAdminFields } from './admin-fields.js';
import { checkByKind } from './by-kind.js';
import { Words } from './words.js';

export interface Invocation extends Called {
  caller: Caller | undefined;
  body: unknown;
  visitor: Visitor;
  operationId: string;
  /** Runs in the transaction that ends the action, with its answer. */
  store?: (answer: object) => Promise<void>;
}

/** What happens to every action once it may be called: input, ownership, preparation, the transaction, and its event. */
@Injectable()
export class Pipeline {
  constructor(
    private readonly users: UsersService,
    private readonly targets: Targets,
    private readonly words: Words,
    private readonly database: DatabaseService,
    private readonly outbox: EventsService,
  ) {}

  /**
   * The target is read twice. The first read takes no lock: a caller who may not touch the row neither locks it nor
   * causes any slow work. The second one locks the row and repeats the checks, because it may have changed in between.
   */
  async run(called: Invocation): Promise<object> {
    // A copy of the caller, as what they needed their site role for is kept by this object.
    const invocation = { ...called, caller: called.caller && { ...called.caller } };
    const { action, caller, visitor, operationId } = invocation;
    const { declaration } = action;
    const input = await checked(action.input, invocation.body, { exact: true });
    const seen = await this.targets.of(declaration, input, caller, { locked: false });
    checkAdminFields(input, caller);
    await checkByKind(input, seen.target);
    await this.words.clean(action.input, input);
    const given = { input, caller, visitor, operationId };
    const prepared = await action.action.prepare?.({ ...given, ...seen } as never);
    const lease = new Lease();
    const result = await this.unit(declaration, async (locked) => {
      if (locked) await this.users.keep(caller, ownersOf(declaration, seen));
      const found = locked ? await this.targets.of(declaration, input, caller, { locked }) : seen;
      const rows = declaration.outside ? leased(found, lease) : found;
      const made = await action.action.run({ ...given, ...rows, prepared } as never);
      return made instanceof Outside ? made : this.finish(invocation, input, made);
    });
    if (!(result instanceof Outside)) return result;
    lease.end();
    return this.outside(invocation, { input, owners: ownersOf(declaration, seen) }, result);
  }

  private unit<T>(
    { changes, notes }: Called['action']['declaration'],
    work: (locked: boolean) => Promise<T>,
  ): Promise<T> {
    return changes || notes ? this.database.transaction(() => work(true)) : work(false);
  }

  private async outside(
    invocation: Invocation,
    { input, owners }: { input: object; owners: string[] },
    steps: Outside,
  ): Promise<object> {
    const { action, caller } = invocation;
    const { declaration } = action;
    if (!declaration.outside) throw new Error(`${action.name} does not say 'outside'`);
    let answer: unknown;
    try {
      answer = await steps.ask();
    } catch (error) {
      await this.database.transaction(() => steps.undo());
      throw error;
    }
    const lock = () => this.targets.of(declaration, input, caller, { locked: true });
    return this.database.transaction(async () => {
      await this.users.keep(caller, owners);
      return this.finish(invocation, input, await steps.done(answer, lock as Lock));
    });
  }

  private async finish(invocation: Invocation, input: object, result: object): Promise<object> {
    this.recordEvent(invocation, input, result);
    const { store } = invocation;
    if (store) await this.database.transaction(() => store(result));
    return asAnswer(result);
  }

  /**
   * The event of a change, which activity, workflows and hooks read. What an administrator does by their site role alone
   * stands in the audit trail, also where an action is too frequent to leave events otherwise.
   */
  private recordEvent({ app, action, caller }: Invocation, input: object, result: object): void {
    const { access, party, changes, notes } = action.declaration;
    const staff = access === 'admin' || reliedOnSiteRole(caller);
    const isOfSomebody = access === 'owner' || access === 'admin' || party !== undefined;
    if (changes || (notes && staff && isOfSomebody)) {
      this.outbox.record({
        type: `${app.slug}/${action.name}`,
        actor_id: caller?.id ?? null,
        data: { target: eventTarget(action.declaration, input, result), ...reasonOf(action, input) },
        staff,
      });
    }
  }
}

const leased = ({ target, parent }: Found, lease: Lease): Found => ({
  target: lease.of(target),
  parent: lease.of(parent),
});

function reasonOf({ declaration: { why } }: Called['action'], input: object): { reason?: unknown } {
  const reason = why && (input as Record<string, unknown>)[why];
  return reason === undefined ? {} : { reason };
}
