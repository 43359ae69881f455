import { Injectable } from '@nestjs/common';
import { BatchJob } from '../../jobs/batch.job.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { EventTableDeclaration } from './event-tables.js';
import { RollUpRepository } from './roll-up.repository.js';

interface Data {
  /** The name of the table of events. */
  events: string;
  thing_id: string;
}

/** Deletes the events of a thing that is gone, which no foreign key does. An app enqueues it where it deletes the thing. */
@Injectable()
export class DropEventsJob extends BatchJob<Data> {
  readonly name = 'web-events.drop-events';

  private readonly eventTables: ByKey<EventTableDeclaration>;

  constructor(
    extensions: ExtensionsService,
    private readonly rollUps: RollUpRepository,
  ) {
    super();
    this.eventTables = extensions.byKey(EventTableDeclaration, ({ events }) => events.name);
  }

  protected batch({ events, thing_id }: Data): Promise<boolean> {
    const declaration = this.eventTables.get(events);
    if (!declaration) throw new Error(`There is no table of events ${events}`);
    return this.rollUps.dropBatch(declaration.events, thing_id);
  }
}
