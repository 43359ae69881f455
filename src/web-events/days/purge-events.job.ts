import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { SaltsRepository } from '../visits/salts.repository.js';
import { EventTableDeclaration, forEachTable } from './event-tables.js';
import { RollUpRepository } from './roll-up.repository.js';

/** Purges salts first: after two days visitors must no longer be recognisable. */
@Injectable()
export class PurgeEventsJob extends Job {
  readonly name = 'web-events.forget';
  override readonly every = '20 * * * *';

  private readonly eventTables: Many<EventTableDeclaration>;

  constructor(
    extensions: ExtensionsService,
    private readonly rollUps: RollUpRepository,
    private readonly salts: SaltsRepository,
    private readonly database: DatabaseService,
  ) {
    super();
    this.eventTables = extensions.many(EventTableDeclaration);
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.salts.purgeOld());
    await forEachTable(this.eventTables.values, ({ events }) => this.rollUps.purgeBatch(events));
  }
}
