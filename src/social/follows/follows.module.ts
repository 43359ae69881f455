import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { Follow } from './follow.entity.js';
import { FollowRepository } from './follow.repository.js';
import { FollowersController, FollowsController } from './follows.controller.js';
import { FollowsService } from './follows.service.js';
import { OnlineFollowersService } from './online-followers.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Follow] }), BlocksModule],
  controllers: [FollowsController, FollowersController],
  providers: [FollowsService, OnlineFollowersService, FollowRepository],
  exports: [OnlineFollowersService],
})
export class FollowsModule {}
