import { Module } from '@nestjs/common';
import { CommunityModule } from '../community/community.module.js';
import { ListingsModule } from '../listings/listings.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { WordFilterModule } from '../moderation/word-filter/word-filter.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PostsModule } from '../social/posts/posts.module.js';
import { AdminAdsController } from './ads/ads.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { AdminAuthorshipController } from './authorship/authorship.controller.js';
import { AdminBlacklistController } from './blacklist/blacklist.controller.js';
import { AdminCategoriesController } from './categories/categories.controller.js';
import { AdminCensorsController } from './censors/censors.controller.js';
import { AdminBadgesController } from './community/badges.controller.js';
import { AdminRoomCategoriesController } from './community/room-categories.controller.js';
import { AdminStickerPacksController } from './community/sticker-packs.controller.js';
import { AdminJobsController } from './jobs/jobs.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewRepository } from './overview/overview.repository.js';
import { OverviewService } from './overview/overview.service.js';
import { AdminPostsController } from './posts/posts.controller.js';
import { AdminProductsController } from './products/products.controller.js';
import { AdminProductsService } from './products/products.service.js';
import { AdminReportsController } from './reports/reports.controller.js';
import { AdminSellersController } from './sellers/sellers.controller.js';
import { AdminUsersController } from './users/users.controller.js';
import { AdminWithdrawalsController } from './withdrawals/withdrawals.controller.js';

const COMMUNITY = [AdminBadgesController, AdminStickerPacksController, AdminRoomCategoriesController];
const PEOPLE = [AdminUsersController, AdminPostsController, AdminProductsController];
const LISTINGS = [AdminAdsController, AdminJobsController, AdminCategoriesController];
const MODERATION = [
  AdminReportsController,
  AdminAuthorshipController,
  AdminBlacklistController,
  AdminCensorsController,
];
const STAFF = [AuditController, OverviewController];

/** The routes of staff: thin controllers over the services that the areas export. */
@Module({
  imports: [PaymentsModule, CommunityModule, PostsModule, ListingsModule, ModerationModule, WordFilterModule],
  providers: [OverviewRepository, OverviewService, AuditService, AdminProductsService],
  controllers: [
    AdminWithdrawalsController,
    AdminSellersController,
    ...COMMUNITY,
    ...PEOPLE,
    ...LISTINGS,
    ...MODERATION,
    ...STAFF,
  ],
})
export class AdminModule {}
