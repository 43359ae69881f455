import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { EventTableDeclaration, forEachTable } from './event-tables.js';
import { RollUpRepository } from './roll-up.repository.js';

/** How many batches of things with local days are counted at once. They have no thing in common. */
const LANES = 2;

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
    await forEachTable(this.eventTables.values, (declaration) => this.step(declaration));
  }

  private async step(declaration: EventTableDeclaration): Promise<boolean> {
    if (!declaration.events.things.local) return this.rollUps.closeNextDay(declaration);
    const lanes = Array.from({ length: LANES }, () => this.rollUps.closeNextDay(declaration));
    await Promise.allSettled(lanes);
    return (await Promise.all(lanes)).includes(true);
  }
}
