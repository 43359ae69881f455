import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { Database } from '../../platform/database/database.js';
import { type AdRow, AdRepository } from './ad.repository.js';
import { type AdInput, TITLE } from './ads.io.js';

@Injectable()
export class PlaceAd {
  constructor(
    private readonly ads: AdRepository,
    private readonly filter: ContentFilter,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** It is shown to nobody until staff has approved it. */
  async run(userId: string, { title: text, ...input }: AdInput): Promise<AdRow> {
    const title = await this.filter.clean(text, TITLE);
    return this.database.transaction(async () => {
      const ad = await this.ads.insert(userId, { ...input, title });
      this.outbox.record({
        type: 'ad.created',
        actor_id: userId,
        data: { ad_id: ad.id, budget: input.budget },
      });
      return ad;
    });
  }
}
