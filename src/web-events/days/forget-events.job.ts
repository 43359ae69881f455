import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { SaltsRepository } from '../visits/salts.repository.js';
import { allTables } from './all-tables.js';
import { CountedEvents } from './event-table.js';
import { RollUpRepository } from './roll-up.repository.js';

/** Salts first: after two days nobody is to know who a visitor was. */
@Injectable()
export class ForgetEvents extends Job {
  readonly name = 'web-events.forget';
  override readonly every = '20 * * * *';

  constructor(
    private readonly declared: Declared,
    private readonly rollUp: RollUpRepository,
    private readonly salts: SaltsRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.salts.forget());
    await allTables(this.declared.all(CountedEvents), (events) => this.rollUp.purgeSome(events));
  }
}
