import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../platform/database/database.module.js';
import { RoomAccessModule } from '../access/room-access.module.js';
import { RoomInvitationsModule } from '../invitations/room-invitations.module.js';
import { RoomMemberEventsService } from './room-member-events.service.js';
import { RoomMember } from './room-member.entity.js';
import { RoomMemberRepository } from './room-member.repository.js';
import { RoomMembersController } from './room-members.controller.js';
import { RoomMembersService } from './room-members.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [RoomMember] }), RoomAccessModule, RoomInvitationsModule],
  controllers: [RoomMembersController],
  providers: [RoomMemberRepository, RoomMemberEventsService, RoomMembersService],
  exports: [RoomMemberEventsService, RoomMembersService],
})
export class RoomMembersModule {}
