import { Module } from '@nestjs/common';
import { PaymentsModule } from '../../payments/payments.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ExpireMembershipsJob } from './expire-memberships.job.js';
import { Membership } from './membership.entity.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipsController } from './memberships.controller.js';
import { MembershipSubscriptionExtension } from './memberships.extension.js';
import { MembershipsService } from './memberships.service.js';

/** Tier memberships: paid tiers of users. Memberships of rooms are in `rooms/members`. */
@Module({
  imports: [DatabaseModule.forFeature({ entities: [Membership] }), PaymentsModule],
  controllers: [MembershipsController],
  providers: [MembershipRepository, MembershipsService, MembershipSubscriptionExtension, ExpireMembershipsJob],
})
export class MembershipsModule {}
