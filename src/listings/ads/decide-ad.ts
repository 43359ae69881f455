import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { AdRepository, type DecidedAd } from './ad.repository.js';

@Injectable()
export class DecideAd {
  constructor(
    private readonly ads: AdRepository,
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
  ) {}

  /** From whatever it was: staff may stop one that runs, and one that has spent all pauses when it is shown next. */
  run(id: string, status: 'active' | 'rejected', adminId: string): Promise<DecidedAd> {
    return this.database.transaction(async () => {
      const ad = isUuid(id) ? await this.ads.decide(id, status) : undefined;
      if (!ad) throw notFound('Ad');
      if (ad.was !== status) this.tell(ad, adminId);
      return ad;
    });
  }

  /** Who of the staff decided, the owner is not told. */
  private tell({ id, user_id, title, status, was }: DecidedAd, adminId: string): void {
    this.outbox.record({
      type: status === 'active' ? 'admin.ad_approved' : 'admin.ad_rejected',
      actor_id: adminId,
      staff: true,
      data: { ad_id: id, user_id, before: { status: was }, after: { status } },
    });
    const about = { kind: 'ad', id };
    this.notifications.notify({
      user_id,
      actor_id: null,
      type: 'ad_reviewed',
      about,
      data: { title, status },
    });
  }
}
