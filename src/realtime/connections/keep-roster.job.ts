import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Roster } from './roster.js';

/** Also where nobody is connected, and so no process looks: after a restart, or when the last process has died. */
@Injectable()
export class KeepRoster extends Job {
  readonly name = 'realtime.keep-roster';
  override readonly every = '* * * * *';

  constructor(private readonly roster: Roster) {
    super();
  }

  run(): Promise<void> {
    return this.roster.keep();
  }
}
