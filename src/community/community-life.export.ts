import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf, rowsOf, valueOf } from '../platform/exports/export-node.js';
import { BadgesService } from './badges/badges.service.js';
import { HOSTED_FOR_EXPORT, JOINED_FOR_EXPORT } from './broadcasts/broadcast.repository.js';
import { MEMBERSHIPS_FOR_EXPORT } from './memberships/membership.repository.js';
import { TIPS_FOR_EXPORT } from './tips/tip.repository.js';

/** One export section of four resources: its form is part of the API. */
@Injectable()
export class CommunityLifeExport extends ExportSection {
  readonly section = 'community_life';

  constructor(private readonly badges: BadgesService) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    return fieldsOf({
      tips: rowsOf(TIPS_FOR_EXPORT, [userId], { column: 'tip' }),
      memberships: rowsOf(MEMBERSHIPS_FOR_EXPORT, [userId]),
      badges: valueOf(await this.badges.listEarned(userId)),
      broadcasts: fieldsOf({
        hosted: rowsOf(HOSTED_FOR_EXPORT, [userId]),
        joined: rowsOf(JOINED_FOR_EXPORT, [userId]),
      }),
    });
  }
}
