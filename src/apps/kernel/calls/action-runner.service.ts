import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CallerLookup } from '../../../platform/access/access.js';
import { notAuthenticated } from '../../../platform/http/refusal.js';
import { ActionAccessService } from './action-access.service.js';
import { Pipeline } from './pipeline.js';

export interface AutomatedCall {
  slug: string;
  action: string;
  input: unknown;
  user_id: string;
  /** What acts for the user, such as `workflows`. */
  automation: string;
  /** The same again for a call that is repeated: what it creates then has the same id. */
  operationId?: string;
}

/** Runs actions for users without a request, with every check of the action endpoint. */
@Injectable()
export class ActionRunnerService {
  constructor(
    private readonly callers: CallerLookup,
    private readonly access: ActionAccessService,
    private readonly pipeline: Pipeline,
  ) {}

  /**
   * Returns the answer, or throws the refusal that a request would get. `store` runs in the transaction that ends the
   * action, so what it writes is there exactly when the action has happened.
   */
  async run(
    { slug, action, input, user_id, automation, operationId = uuidv7() }: AutomatedCall,
    store?: (answer: object) => Promise<void>,
  ): Promise<object> {
    const called = this.access.find(slug, action);
    const caller = await this.callers.byUser(user_id, automation);
    if (!caller) throw notAuthenticated();
    await this.access.check(called, caller);
    const visitor = { address: '', userAgent: automation, headers: {}, viaOurProxy: false };
    return this.pipeline.run({ ...called, caller, body: input, visitor, operationId, store });
  }
}
