import { Rooms1790000012100 } from './migrations/1790000012100-rooms.js';
import type { Part } from './part.js';
import { ForgetRooms } from './rooms/forget-rooms.js';
import { ForgetRoomsRepository } from './rooms/forget-rooms.repository.js';
import { InvitationRepository } from './rooms/invitations/invitation.repository.js';
import { Invitations } from './rooms/invitations/invitations.js';
import { Invite } from './rooms/invitations/invite.js';
import { RoomInvitation } from './rooms/invitations/room-invitation.entity.js';
import { RoomInvitationsController } from './rooms/invitations/room-invitations.controller.js';
import { TakeBackInvitation } from './rooms/invitations/take-back-invitation.js';
import { ChangeRole } from './rooms/members/change-role.js';
import { MemberRepository } from './rooms/members/member.repository.js';
import { Membership } from './rooms/members/membership.js';
import { RoomMember } from './rooms/members/room-member.entity.js';
import { RoomMembersController } from './rooms/members/room-members.controller.js';
import { ChangeMessage } from './rooms/messages/change-message.js';
import { MessageAccess } from './rooms/messages/message-access.js';
import { MessageNews } from './rooms/messages/message-news.js';
import { MessageRepository } from './rooms/messages/message.repository.js';
import { ReactToMessage } from './rooms/messages/react-to-message.js';
import { ReactionRepository } from './rooms/messages/reaction.repository.js';
import { ReadRoom } from './rooms/messages/read-room.js';
import { RoomMessageReaction } from './rooms/messages/room-message-reaction.entity.js';
import { RoomMessage } from './rooms/messages/room-message.entity.js';
import { RoomMessagesController } from './rooms/messages/room-messages.controller.js';
import { RoomReactionsController } from './rooms/messages/room-reactions.controller.js';
import { WriteMessage } from './rooms/messages/write-message.js';
import { Moderate } from './rooms/moderation/moderate.js';
import { ModerationNews } from './rooms/moderation/moderation-news.js';
import { ModerationRepository } from './rooms/moderation/moderation.repository.js';
import { RoomModerationEntry } from './rooms/moderation/room-moderation-entry.entity.js';
import { RoomModerationController } from './rooms/moderation/room-moderation.controller.js';
import { RoomModeration } from './rooms/moderation/room-moderation.entity.js';
import { RoomRules } from './rooms/moderation/room-rules.js';
import { RoomAccess } from './rooms/room-access.js';
import { RoomCategory } from './rooms/room-category.entity.js';
import { RoomDoor } from './rooms/room-door.js';
import { RoomNews } from './rooms/room-news.js';
import { RoomSearchRepository } from './rooms/room-search.repository.js';
import { RoomStreams } from './rooms/room-streams.js';
import { Room } from './rooms/room.entity.js';
import { RoomRepository } from './rooms/room.repository.js';
import { RoomsController } from './rooms/rooms.controller.js';
import { RoomsSection } from './rooms/rooms.section.js';
import { SearchRooms } from './rooms/search-rooms.js';
import { SeatRepository } from './rooms/seat.repository.js';
import { WriteRoom } from './rooms/write-room.js';

const ACCESS = [SeatRepository, RoomAccess, RoomDoor, RoomStreams];
const ROOM = [
  RoomRepository,
  RoomNews,
  WriteRoom,
  RoomSearchRepository,
  SearchRooms,
  RoomsSection,
  ForgetRooms,
  ForgetRoomsRepository,
];
const MEMBERS = [MemberRepository, Membership, ChangeRole];
const INVITATIONS = [InvitationRepository, Invitations, Invite, TakeBackInvitation];
const MODERATION = [ModerationRepository, ModerationNews, RoomRules, Moderate];
const MESSAGES = [
  MessageRepository,
  MessageAccess,
  MessageNews,
  WriteMessage,
  ChangeMessage,
  ReactionRepository,
  ReactToMessage,
  ReadRoom,
];

export const ROOMS: Part = {
  controllers: [
    // Its `invitations` is no id of a room.
    RoomInvitationsController,
    RoomsController,
    RoomMembersController,
    RoomMessagesController,
    RoomReactionsController,
    RoomModerationController,
  ],
  providers: [...ACCESS, ...ROOM, ...MEMBERS, ...INVITATIONS, ...MODERATION, ...MESSAGES],
  entities: [
    RoomCategory,
    Room,
    RoomMember,
    RoomModeration,
    RoomModerationEntry,
    RoomInvitation,
    RoomMessage,
    RoomMessageReaction,
  ],
  migrations: [Rooms1790000012100],
};
