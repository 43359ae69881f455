import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { CallRepository } from './call.repository.js';
import { CallEnded } from './calls.events.js';

/** Ends a call that nobody answered. It is enqueued when the call starts and runs when the ringing time is over. */
@Injectable()
export class EndUnansweredCallJob extends Job<{ call_id: string }> {
  readonly name = 'community.end-unanswered-call';

  constructor(
    private readonly calls: CallRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ call_id }: { call_id: string }): Promise<void> {
    return this.end('unanswered', call_id);
  }

  /** Ends every call that should have ended by now. */
  async endForgotten(): Promise<void> {
    await this.end('forgotten');
    await this.end('abandoned');
  }

  private async end(which: 'unanswered' | 'forgotten' | 'abandoned', ...ids: string[]): Promise<void> {
    await this.database.transaction(async () => {
      for (const end of await this.calls.end(which, ...ids))
        this.events.announce(CallEnded, { ...end, ended_by: null }, null);
    });
  }
}

/** Ends calls whose own job failed or ran late, and active calls that both participants abandoned. */
@Injectable()
export class EndForgottenCallsJob extends Job {
  readonly name = 'community.end-forgotten-calls';
  override readonly every = '* * * * *';

  constructor(private readonly unanswered: EndUnansweredCallJob) {
    super();
  }

  run(): Promise<void> {
    return this.unanswered.endForgotten();
  }
}
