import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Declared } from '../../platform/declared.js';
import { allTables } from './all-tables.js';
import { CountedEvents } from './event-table.js';
import { RollUpRepository } from './roll-up.repository.js';

/** Counts the days that are over, of all tables of events: what is read of them then costs no look at the events. */
@Injectable()
export class CloseDays extends Job {
  readonly name = 'web-events.close-days';
  override readonly every = '10 * * * *';

  constructor(
    private readonly declared: Declared,
    private readonly rollUp: RollUpRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    await allTables(this.declared.all(CountedEvents), (events) => this.rollUp.closeNext(events));
  }
}
