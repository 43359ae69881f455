import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../platform/database/database.module.js';
import { RoomAccessModule } from '../access/room-access.module.js';
import { RoomInvitationEventsService } from './room-invitation-events.service.js';
import { RoomInvitation } from './room-invitation.entity.js';
import { RoomInvitationRepository } from './room-invitation.repository.js';
import { RoomInvitationsController } from './room-invitations.controller.js';
import { RoomInvitationsService } from './room-invitations.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [RoomInvitation] }), RoomAccessModule],
  controllers: [RoomInvitationsController],
  providers: [RoomInvitationRepository, RoomInvitationEventsService, RoomInvitationsService],
  exports: [RoomInvitationsService],
})
export class RoomInvitationsModule {}
