import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { ProcessorEvent } from '../processor/processor-event.js';
import { WebhookEvent } from './webhook-event.entity.js';

// The processor repeats the delivery of an event for three days.
const PURGE = sql(
  'webhook_events_forget',
  `DELETE FROM payments.webhook_events WHERE received_at < now() - interval '90 days'`,
);

@Injectable()
export class WebhookEventRepository extends EntityRepository<WebhookEvent> {
  protected readonly entity = WebhookEvent;

  /** False if the event was handled before. Waits while another transaction handles it. */
  async claim({ id, type, created, object }: ProcessorEvent): Promise<boolean> {
    const about = object.text('id')?.slice(0, 255) ?? null;
    return (await this.insertIfAbsent({ id, type, about, event_created_at: created })) !== undefined;
  }

  async deleteOld(): Promise<void> {
    await this.count(PURGE);
  }
}
