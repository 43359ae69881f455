import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf, valueOf } from '../platform/exports/export-node.js';
import { BadgesService } from './badges/badges.service.js';
import { BroadcastsService } from './broadcasts/broadcasts.service.js';
import { MembershipsService } from './memberships/memberships.service.js';
import { TipsService } from './tips/tips.service.js';

/** One export section of four resources: its form is part of the API. */
@Injectable()
export class CommunityLifeExport extends ExportSection {
  readonly section = 'community_life';

  constructor(
    private readonly tips: TipsService,
    private readonly memberships: MembershipsService,
    private readonly badges: BadgesService,
    private readonly broadcasts: BroadcastsService,
  ) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    return fieldsOf({
      tips: this.tips.exportOfUser(userId),
      memberships: valueOf(await this.memberships.listOfUser(userId)),
      badges: valueOf(JSON.parse(await this.badges.exportOfUser(userId))),
      broadcasts: this.broadcasts.exportOfUser(userId),
    });
  }
}
