import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Badge, UserBadge } from './badge.entity.js';
import { BadgeRepository } from './badge.repository.js';
import { BadgesController } from './badges.controller.js';
import { BadgesService } from './badges.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Badge, UserBadge] })],
  controllers: [BadgesController],
  providers: [BadgeRepository, BadgesService],
  exports: [BadgesService],
})
export class BadgesModule {}
