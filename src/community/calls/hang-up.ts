import { Injectable } from '@nestjs/common';
import { Interruption } from '../../account/users/interruption.js';
import { CallRepository } from './call.repository.js';
import { TellOfCall } from './tell-of-call.js';

/** Whoever goes or is shut out hangs up, so that nobody is left on the line with him. */
@Injectable()
export class HangUp extends Interruption {
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
