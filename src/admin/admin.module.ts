import { Module } from '@nestjs/common';
import { CommunityModule } from '../community/community.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AdminBadgesController } from './community/badges.controller.js';
import { AdminRoomCategoriesController } from './community/room-categories.controller.js';
import { AdminStickerPacksController } from './community/sticker-packs.controller.js';
import { SellersController } from './sellers/sellers.controller.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';

const COMMUNITY = [AdminBadgesController, AdminStickerPacksController, AdminRoomCategoriesController];

/** What staff does: thin controllers over what the areas export. */
@Module({
  imports: [PaymentsModule, CommunityModule],
  controllers: [WithdrawalsController, SellersController, ...COMMUNITY],
})
export class AdminModule {}
