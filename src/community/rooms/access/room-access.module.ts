import { Module } from '@nestjs/common';
import { RoomStreamExtension } from './room-access.extension.js';
import { RoomAccessService } from './room-access.service.js';
import { RoomMembershipRepository } from './room-membership.repository.js';

@Module({
  providers: [RoomMembershipRepository, RoomAccessService, RoomStreamExtension],
  exports: [RoomAccessService],
})
export class RoomAccessModule {}
