import { Module } from '@nestjs/common';
import { CommunityModule } from '../community/community.module.js';
import { ListingsModule } from '../listings/listings.module.js';
import { ModerationModule } from '../moderation/moderation.module.js';
import { WordFilterModule } from '../moderation/word-filter/word-filter.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PostsModule } from '../social/posts/posts.module.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { COMMUNITY_CONTROLLERS } from './community/community.controller.js';
import { LISTINGS_CONTROLLERS } from './listings/listings.controller.js';
import { MODERATION_CONTROLLERS } from './moderation/moderation.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewService } from './overview/overview.service.js';
import { PAYMENTS_CONTROLLERS } from './payments/payments.controller.js';
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
    ...COMMUNITY_CONTROLLERS,
    ...LISTINGS_CONTROLLERS,
    ...MODERATION_CONTROLLERS,
    ...PAYMENTS_CONTROLLERS,
    AuditController,
    OverviewController,
  ],
})
export class AdminModule {}
