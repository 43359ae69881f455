import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { EndUnansweredCall } from './end-unanswered-call.job.js';

/** For calls whose own job has failed or come too late, and for those that nobody has left. */
@Injectable()
export class EndForgottenCalls extends Job {
  readonly name = 'community.end-forgotten-calls';
  override readonly every = '* * * * *';

  constructor(private readonly unanswered: EndUnansweredCall) {
    super();
  }

  run(): Promise<void> {
    return this.unanswered.forgotten();
  }
}
