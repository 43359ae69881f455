import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { toRefusal } from '../../platform/http/error.filter.js';
import { Declared } from '../../platform/declared.js';
import type { ProcessorEvent } from '../processor/processor-event.js';
import { EventHandler } from './event-handler.js';

const CLAIM = sql(
  'webhook_claim',
  `INSERT INTO payments.webhook_events (id, type, about, event_created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO NOTHING`,
);
const OUTCOME = sql('webhook_outcome', 'UPDATE payments.webhook_events SET outcome = $2 WHERE id = $1');

@Injectable()
export class Inbox extends Repository {
  constructor(
    database: Database,
    private readonly declared: Declared,
  ) {
    super(database);
  }

  /**
   * An event and all that it does, or nothing: whoever fails leaves no trace, and the event comes again. A twin of an
   * event that is being handled waits here for its end.
   */
  async receive(event: ProcessorEvent): Promise<void> {
    try {
      await this.handle(event);
    } catch (error) {
      // To the processor it is no fault of its event's: only after a failure of ours it delivers again.
      throw toRefusal(error).status < 500 ? new Error('An event was refused', { cause: error }) : error;
    }
  }

  private handle(event: ProcessorEvent): Promise<void> {
    const handler = this.declared.all(EventHandler).find(({ types }) => types.includes(event.type));
    return this.database.transaction(async () => {
      const about = event.object.text('id')?.slice(0, 255) ?? null;
      if (!(await this.count(CLAIM, event.id, event.type, about, event.created))) return;
      const outcome = handler ? await handler.apply(event) : 'ignored';
      if (outcome !== 'applied') await this.count(OUTCOME, event.id, outcome);
    });
  }
}
