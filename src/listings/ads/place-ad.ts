import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { type AdRow, AdRepository } from './ad.repository.js';
import type { AdInput } from './ads.io.js';

@Injectable()
export class PlaceAd {
  constructor(
    private readonly ads: AdRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** It is shown to nobody until staff has approved it. */
  run(userId: string, input: AdInput): Promise<AdRow> {
    return this.database.transaction(async () => {
      const ad = await this.ads.insert(userId, input);
      this.outbox.record({
        type: 'ad.created',
        actor_id: userId,
        data: { ad_id: ad.id, budget: input.budget },
      });
      return ad;
    });
  }
}
