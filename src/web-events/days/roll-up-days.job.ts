import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { EventTableDeclaration, forEachTable } from './event-tables.js';
import { RollUpRepository } from './roll-up.repository.js';

/** Counts the days that are over, so that figures can be read without scanning the events. */
@Injectable()
export class RollUpDaysJob extends Job {
  readonly name = 'web-events.close-days';
  override readonly every = '10 * * * *';

  private readonly eventTables: Many<EventTableDeclaration>;

  constructor(
    extensions: ExtensionsService,
    private readonly rollUps: RollUpRepository,
  ) {
    super();
    this.eventTables = extensions.many(EventTableDeclaration);
  }

  async run(): Promise<void> {
    await forEachTable(this.eventTables.values, (declaration) => this.rollUps.closeNextDay(declaration));
  }
}
