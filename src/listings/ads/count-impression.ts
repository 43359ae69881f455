import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { AD_PAUSED } from './ad.events.js';
import { AdRepository, type Impression } from './ad.repository.js';

@Injectable()
export class CountImpression {
  constructor(
    private readonly ads: AdRepository,
    private readonly database: Database,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** Every call counts, whatever the status; only an active ad pays for it. No event but the one that pauses it. */
  run(id: string): Promise<Impression> {
    if (!isUuid(id)) throw notFound('Ad');
    return this.database.transaction(async () => {
      const impression = await this.ads.impression(id);
      if (!impression) throw notFound('Ad');
      const { ad_id, user_id, title, status, updated_at, was } = impression;
      if (status !== was) {
        this.outbox.record({ type: 'ad.paused', actor_id: null, data: { ad_id, user_id } });
        const ad = { id: ad_id, title, status, updated_at };
        this.realtime.emit(AD_PAUSED, `user:${user_id}`, { ad }, null);
      }
      return impression;
    });
  }
}
