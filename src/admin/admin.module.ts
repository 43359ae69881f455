import { Module } from '@nestjs/common';
import { CommunityModule } from '../community/community.module.js';
import { ListingsModule } from '../listings/listings.module.js';
import { AuthorshipModule } from '../moderation/authorship/authorship.module.js';
import { BlacklistModule } from '../moderation/blacklist/blacklist.module.js';
import { ReportsModule } from '../moderation/reports/reports.module.js';
import { WordFilterModule } from '../moderation/word-filter/word-filter.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PostsModule } from '../social/posts/posts.module.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import {
  AdminBadgesController,
  AdminRoomCategoriesController,
  AdminStickerPacksController,
} from './community/community.controller.js';
import { AdminAdsController, AdminCategoriesController, AdminJobsController } from './listings/listings.controller.js';
import {
  AdminAuthorshipController,
  AdminBlacklistController,
  AdminCensorsController,
  AdminReportsController,
} from './moderation/moderation.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import {
  AdminProductsController,
  AdminSellersController,
  AdminWithdrawalsController,
} from './payments/payments.controller.js';
import { AdminProductsService } from './payments/products.service.js';
import { AdminPostsController } from './posts/posts.controller.js';
import { AdminUsersController } from './users/users.controller.js';

const COMMUNITY = [AdminBadgesController, AdminStickerPacksController, AdminRoomCategoriesController];
const LISTINGS = [AdminAdsController, AdminJobsController, AdminCategoriesController];
const MODERATION = [
  AdminReportsController,
  AdminAuthorshipController,
  AdminBlacklistController,
  AdminCensorsController,
];
const PAYMENTS = [AdminWithdrawalsController, AdminSellersController, AdminProductsController];

/** The routes of staff: thin controllers over the services that the areas export. */
@Module({
  imports: [
    PaymentsModule,
    CommunityModule,
    PostsModule,
    ListingsModule,
    ReportsModule,
    AuthorshipModule,
    BlacklistModule,
    WordFilterModule,
  ],
  providers: [OverviewService, AuditService, AdminProductsService],
  controllers: [
    AdminUsersController,
    AdminPostsController,
    ...COMMUNITY,
    ...LISTINGS,
    ...MODERATION,
    ...PAYMENTS,
    AuditController,
    OverviewController,
  ],
})
export class AdminModule {}
