import { Module } from '@nestjs/common';
import { CommunityModule } from '../community/community.module.js';
import { ListingsModule } from '../listings/listings.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { WordFilterModule } from '../moderation/word-filter/word-filter.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PostsModule } from '../social/posts/posts.module.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { AdminRoomCategoriesController } from './community/room-categories.controller.js';
import { AdminBadgesController } from './community/badges.controller.js';
import { AdminStickerPacksController } from './community/sticker-packs.controller.js';
import { AdminAdsController } from './listings/ads.controller.js';
import { AdminJobsController } from './listings/jobs.controller.js';
import { AdminCategoriesController } from './listings/categories.controller.js';
import { AdminReportsController } from './moderation/reports.controller.js';
import { AdminAuthorshipController } from './moderation/authorship.controller.js';
import { AdminBlacklistController } from './moderation/blacklist.controller.js';
import { AdminCensorsController } from './moderation/censors.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { AdminWithdrawalsController } from './payments/withdrawals.controller.js';
import { AdminSellersController } from './payments/business-accounts.controller.js';
import { AdminProductsController } from './payments/products.controller.js';
import { AdminProductsService } from './payments/products.service.js';
import { AdminPostsController } from './posts/posts.controller.js';
import { AdminUsersController } from './users/users.controller.js';

/** The routes of staff: thin controllers over the services that the areas export. */
@Module({
  imports: [PaymentsModule, CommunityModule, PostsModule, ListingsModule, ModerationModule, WordFilterModule],
  providers: [OverviewService, AuditService, AdminProductsService],
  controllers: [
    AdminUsersController,
    AdminPostsController,
    AdminBadgesController,
    AdminStickerPacksController,
    AdminRoomCategoriesController,
    AdminAdsController,
    AdminJobsController,
    AdminCategoriesController,
    AdminReportsController,
    AdminAuthorshipController,
    AdminBlacklistController,
    AdminCensorsController,
    AdminWithdrawalsController,
    AdminSellersController,
    AdminProductsController,
    AuditController,
    OverviewController,
  ],
})
export class AdminModule {}
