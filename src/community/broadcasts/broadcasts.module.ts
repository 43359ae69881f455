import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { FollowsModule } from '../../social/follows/follows.module.js';
import { BroadcastEventsService } from './broadcast-events.service.js';
import { Broadcast, BroadcastViewer } from './broadcast.entity.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastsController } from './broadcasts.controller.js';
import {
  BroadcastHostOfflineExtension,
  BroadcastLockoutExtension,
  BroadcastStreamExtension,
} from './broadcasts.extension.js';
import { BroadcastsService } from './broadcasts.service.js';
import { EndLeftBroadcastsJob } from './end-left-broadcasts.job.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Broadcast, BroadcastViewer] }), FollowsModule],
  controllers: [BroadcastsController],
  providers: [
    BroadcastRepository,
    BroadcastEventsService,
    BroadcastsService,
    EndLeftBroadcastsJob,
    BroadcastHostOfflineExtension,
    BroadcastLockoutExtension,
    BroadcastStreamExtension,
  ],
  exports: [BroadcastsService],
})
export class BroadcastsModule {}
