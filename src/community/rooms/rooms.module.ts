import { Module } from '@nestjs/common';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Rooms1790000012100 } from '../migrations/1790000012100-rooms.js';
import { RoomAccessService } from './access/room-access.service.js';
import { RoomMembershipRepository } from './access/room-membership.repository.js';
import { RoomInvitationRepository } from './invitations/room-invitation.repository.js';
import { RoomInvitationsController } from './invitations/room-invitations.controller.js';
import { RoomInvitationsService } from './invitations/room-invitations.service.js';
import { RoomMemberRepository } from './members/room-member.repository.js';
import { RoomMembersController } from './members/room-members.controller.js';
import { RoomMembersService } from './members/room-members.service.js';
import { MessageTextService } from './messages/message-text.service.js';
import { RoomMessage, RoomMessageReaction } from './messages/room-message.entity.js';
import { RoomMessageRepository } from './messages/room-message.repository.js';
import { RoomMessagesController, RoomReactionsController } from './messages/room-messages.controller.js';
import { RoomMessagesService } from './messages/room-messages.service.js';
import { RoomModerationController } from './moderation/room-moderation.controller.js';
import { RoomModerationRepository } from './moderation/room-moderation.repository.js';
import { RoomModerationService } from './moderation/room-moderation.service.js';
import { RoomCategoriesService } from './room-categories.service.js';
import { RoomCategoryRepository } from './room-category.repository.js';
import { Room, RoomCategory, RoomInvitation, RoomMember, RoomModeration, RoomModerationEntry } from './room.entity.js';
import { RoomRepository } from './room.repository.js';
import { RoomsController } from './rooms.controller.js';
import { RoomsExport } from './rooms.export.js';
import { RoomDeletionExtension, RoomSearchExtension, RoomStreamExtension } from './rooms.extension.js';
import { RoomsService } from './rooms.service.js';

/** Rooms with their members, messages, invitations, moderation and categories. */
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [
        Room,
        RoomCategory,
        RoomInvitation,
        RoomMember,
        RoomMessage,
        RoomMessageReaction,
        RoomModeration,
        RoomModerationEntry,
      ],
      migrations: [Rooms1790000012100],
    }),
    WordFilterModule,
  ],
  controllers: [
    // Routes are registered in this order: `rooms/invitations` has to come before `rooms/:id`.
    RoomInvitationsController,
    RoomMembersController,
    RoomMessagesController,
    RoomReactionsController,
    RoomModerationController,
    RoomsController,
  ],
  providers: [
    MessageTextService,
    RoomAccessService,
    RoomCategoriesService,
    RoomCategoryRepository,
    RoomInvitationRepository,
    RoomInvitationsService,
    RoomMemberRepository,
    RoomMembersService,
    RoomMembershipRepository,
    RoomMessageRepository,
    RoomMessagesService,
    RoomModerationRepository,
    RoomModerationService,
    RoomRepository,
    RoomsService,
    RoomDeletionExtension,
    RoomSearchExtension,
    RoomStreamExtension,
    RoomsExport,
  ],
  exports: [RoomAccessService, RoomCategoriesService],
})
export class RoomsModule {}
