import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { FollowEventsService } from './follow-events.service.js';
import { Follow } from './follow.entity.js';
import { FollowRepository } from './follow.repository.js';
import { FollowersController, FollowsController } from './follows.controller.js';
import { FollowBlockExtension } from './follows.extension.js';
import { FollowsService } from './follows.service.js';
import { OnlineFollowersService } from './online-followers.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Follow] }), BlocksModule],
  controllers: [FollowsController, FollowersController],
  providers: [FollowsService, FollowEventsService, OnlineFollowersService, FollowRepository, FollowBlockExtension],
  exports: [FollowsService, OnlineFollowersService],
})
export class FollowsModule {}
