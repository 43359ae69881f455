import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { ProcessorEvent } from '../processor/processor-event.js';

const CLAIM = sql(
  'webhook_claim',
  `INSERT INTO payments.webhook_events (id, type, about, event_created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO NOTHING`,
);
const OUTCOME = sql('webhook_outcome', 'UPDATE payments.webhook_events SET outcome = $2 WHERE id = $1');
// The processor repeats the delivery of an event for three days.
const PURGE = sql(
  'webhook_events_forget',
  `DELETE FROM payments.webhook_events WHERE received_at < now() - interval '90 days'`,
);

@Injectable()
export class WebhookEventRepository extends BaseRepository {
  /** False if the event was handled before. Waits while another transaction handles it. */
  async claim({ id, type, created, object }: ProcessorEvent): Promise<boolean> {
    const about = object.text('id')?.slice(0, 255) ?? null;
    return (await this.count(CLAIM, id, type, about, created)) > 0;
  }

  async storeOutcome(id: string, outcome: string): Promise<void> {
    await this.count(OUTCOME, id, outcome);
  }

  async deleteOld(): Promise<void> {
    await this.count(PURGE);
  }
}
