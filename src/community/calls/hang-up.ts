import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { CallRepository } from './call.repository.js';
import { TellOfCall } from './tell-of-call.js';

/** Whoever goes hangs up, so that nobody is left on the line with him. */
@Injectable()
export class HangUp extends Farewell {
  constructor(
    private readonly calls: CallRepository,
    private readonly tell: TellOfCall,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    for (const call of await this.calls.endAll(userId)) this.tell.ended(call, userId);
  }
}
