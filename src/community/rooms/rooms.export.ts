import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { type ExportNode, fieldsOf, rowsOf } from '../../platform/exports/export-node.js';
import { INVITATIONS_FOR_EXPORT } from './invitations/room-invitation.repository.js';
import { MEMBERS_FOR_EXPORT } from './members/room-member.repository.js';
import { MESSAGES_FOR_EXPORT, REACTIONS_FOR_EXPORT } from './messages/room-message.repository.js';
import { MODERATION_FOR_EXPORT } from './moderation/room-moderation.repository.js';

@Injectable()
export class RoomsExport extends ExportSection {
  readonly section = 'rooms';

  content(userId: string): ExportNode {
    return fieldsOf({
      memberships: rowsOf(MEMBERS_FOR_EXPORT, [userId]),
      messages: rowsOf(MESSAGES_FOR_EXPORT, [userId]),
      reactions: rowsOf(REACTIONS_FOR_EXPORT, [userId]),
      invitations: rowsOf(INVITATIONS_FOR_EXPORT, [userId]),
      moderation: rowsOf(MODERATION_FOR_EXPORT, [userId]),
    });
  }
}
