import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { CallRepository, type EndedCall } from './call.repository.js';
import { TellOfCall } from './tell-of-call.js';

/** Nobody lets it ring for ever: it is asked to run when the call begins, half a minute later. */
@Injectable()
export class EndUnansweredCall extends Job<{ call_id: string }> {
  readonly name = 'community.end-unanswered-call';

  constructor(
    private readonly calls: CallRepository,
    private readonly tell: TellOfCall,
    private readonly database: Database,
  ) {
    super();
  }

  run({ call_id }: { call_id: string }): Promise<void> {
    return this.end(() => this.calls.endUnanswered(call_id));
  }

  /** All that should have been ended by now. */
  async forgotten(): Promise<void> {
    await this.end(() => this.calls.endForgotten());
    await this.end(() => this.calls.endLeft());
  }

  private async end(which: () => Promise<EndedCall[]>): Promise<void> {
    await this.database.transaction(async () => {
      for (const call of await which()) this.tell.ended(call, null);
    });
  }
}
