import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { BadgeRepository } from './badges/badge.repository.js';
import { BroadcastRepository } from './broadcasts/broadcast.repository.js';
import { MembershipRepository } from './memberships/membership.repository.js';
import { TipRepository } from './tips/tip.repository.js';

@Injectable()
export class LifeSection extends ExportSection {
  readonly section = 'community_life';

  constructor(
    private readonly tips: TipRepository,
    private readonly memberships: MembershipRepository,
    private readonly badges: BadgeRepository,
    private readonly broadcasts: BroadcastRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    return {
      tips: await this.tips.forExport(userId),
      memberships: await this.memberships.ofUser(userId),
      badges: JSON.parse(await this.badges.ofUser(userId)) as unknown,
      broadcasts: await this.broadcasts.forExport(userId),
    };
  }
}
