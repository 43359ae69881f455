import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound } from '../../platform/http/refusal.js';
import { presentAd } from './ad.presenter.js';
import { AdRepository, type ReviewedAd } from './ad.repository.js';
import { type AdAnswer, type AdInput, type AdsAnswer, type ImpressionAnswer, TITLE } from './ads.dto.js';
import { AdCreated, AdPaused, AdReviewed } from './ads.events.js';

@Injectable()
export class AdsService {
  constructor(
    private readonly ads: AdRepository,
    private readonly wordFilter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** The ad stays hidden until an admin approves it. */
  async create(userId: string, { title: text, ...input }: AdInput): Promise<AdAnswer> {
    const title = await this.wordFilter.clean(text, TITLE);
    return this.database.transaction(async () => {
      const ad = await this.ads.insert(userId, { ...input, title });
      this.events.announce(AdCreated, { ad_id: ad.id, budget: input.budget }, userId);
      return asAnswer({ ad: presentAd(ad) });
    });
  }

  async listForUser(userId: string, query: PageQuery): Promise<AdsAnswer> {
    const { rows, next_cursor } = await this.ads.listForUser(userId, query);
    return { ads: rows.map(presentAd), next_cursor };
  }

  async listForReview(status: string | undefined, cursor: string | undefined) {
    const { rows, next_cursor } = await this.ads.listForReview(status, cursor);
    return { ads: rows.map(presentAd), next_cursor };
  }

  async findForReview(id: string) {
    const ad = await this.ads.findForReview(id);
    if (!ad) throw notFound('Ad');
    return presentAd(ad);
  }

  /**
   * Accepts an ad in any state: admins may stop a running ad. An approved ad whose budget is spent pauses again with its
   * next impression.
   */
  review(id: string, status: 'active' | 'rejected', adminId: string): Promise<ReviewedAd> {
    return this.database.transaction(async () => {
      const ad = await this.ads.review(id, status);
      if (!ad) throw notFound('Ad');
      if (ad.was !== status) this.events.announce(AdReviewed, ad, adminId);
      return ad;
    });
  }

  /** Counts in any state; only an active ad pays for the impression. The only event is that of a spent budget. */
  async countImpression(id: string): Promise<ImpressionAnswer> {
    const { ad_id, views_count, status } = await this.database.transaction(async () => {
      const impression = await this.ads.countImpression(id);
      if (!impression) throw notFound('Ad');
      if (impression.status !== impression.was) this.events.announce(AdPaused, impression, null);
      return impression;
    });
    return { impression: { ad_id, views_count: Number(views_count), status } };
  }
}
