import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../platform/database/database.module.js';
import { RoomAccessModule } from '../access/room-access.module.js';
import { RoomInvitationsModule } from '../invitations/room-invitations.module.js';
import { RoomMembersModule } from '../members/room-members.module.js';
import { RoomModerationEntry } from './room-moderation-entry.entity.js';
import { RoomModerationEventsService } from './room-moderation-events.service.js';
import { RoomModerationController } from './room-moderation.controller.js';
import { RoomModeration } from './room-moderation.entity.js';
import { RoomModerationRepository } from './room-moderation.repository.js';
import { RoomModerationService } from './room-moderation.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [RoomModeration, RoomModerationEntry] }),
    RoomAccessModule,
    RoomInvitationsModule,
    RoomMembersModule,
  ],
  controllers: [RoomModerationController],
  providers: [RoomModerationRepository, RoomModerationEventsService, RoomModerationService],
  exports: [RoomModerationService],
})
export class RoomModerationModule {}
