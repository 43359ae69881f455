import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { FollowsModule } from '../../social/follows/follows.module.js';
import { Broadcast, BroadcastViewer } from './broadcast.entity.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastsController } from './broadcasts.controller.js';
import { BroadcastHostOfflineExtension, BroadcastStreamExtension } from './broadcasts.extension.js';
import { BroadcastsService } from './broadcasts.service.js';
import { EndLeftBroadcastsJob } from './end-left-broadcasts.job.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Broadcast, BroadcastViewer] }), FollowsModule],
  controllers: [BroadcastsController],
  providers: [
    BroadcastRepository,
    BroadcastsService,
    EndLeftBroadcastsJob,
    BroadcastHostOfflineExtension,
    BroadcastStreamExtension,
  ],
})
export class BroadcastsModule {}
