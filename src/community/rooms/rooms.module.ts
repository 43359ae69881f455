import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Rooms1790000012100 } from '../migrations/1790000012100-rooms.js';
import { RoomAccessModule } from './access/room-access.module.js';
import { RoomInvitationsModule } from './invitations/room-invitations.module.js';
import { RoomMembersModule } from './members/room-members.module.js';
import { RoomMessagesModule } from './messages/room-messages.module.js';
import { RoomModerationModule } from './moderation/room-moderation.module.js';
import { RoomCategory } from './room-category.entity.js';
import { RoomEventsService } from './room-events.service.js';
import { Room } from './room.entity.js';
import { RoomRepository } from './room.repository.js';
import { RoomsController } from './rooms.controller.js';
import { RoomsExport } from './rooms.export.js';
import { RoomDeletionExtension, RoomSearchExtension } from './rooms.extension.js';
import { RoomsService } from './rooms.service.js';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Room, RoomCategory], migrations: [Rooms1790000012100] }),
    RoomAccessModule,
    RoomInvitationsModule,
    RoomMembersModule,
    RoomMessagesModule,
    RoomModerationModule,
    WordFilterModule,
  ],
  controllers: [RoomsController],
  providers: [RoomRepository, RoomEventsService, RoomsService, RoomDeletionExtension, RoomSearchExtension, RoomsExport],
  exports: [RoomAccessModule, RoomEventsService],
})
export class RoomsModule {}
