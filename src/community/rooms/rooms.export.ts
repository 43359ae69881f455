import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../../platform/exports/export-node.js';
import { RoomInvitationsService } from './invitations/room-invitations.service.js';
import { RoomMembersService } from './members/room-members.service.js';
import { RoomMessagesService } from './messages/room-messages.service.js';
import { RoomModerationService } from './moderation/room-moderation.service.js';

@Injectable()
export class RoomsExport extends ExportSection {
  readonly section = 'rooms';

  constructor(
    private readonly members: RoomMembersService,
    private readonly messages: RoomMessagesService,
    private readonly invitations: RoomInvitationsService,
    private readonly moderation: RoomModerationService,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      memberships: this.members.exportForUser(userId),
      messages: this.messages.exportMessages(userId),
      reactions: this.messages.exportReactions(userId),
      invitations: this.invitations.exportForUser(userId),
      moderation: this.moderation.exportForUser(userId),
    });
  }
}
