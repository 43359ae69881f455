import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { type ExportNode, fieldsOf, rowsOf, valueOf } from '../../platform/exports/export-node.js';
import { CALLS_FOR_EXPORT } from '../calls/call.repository.js';
import { PresenceService } from '../presence/presence.service.js';
import { CONVERSATIONS_FOR_EXPORT } from './conversation.repository.js';
import { MESSAGES_FOR_EXPORT, REACTIONS_FOR_EXPORT } from './direct-message.repository.js';

/** The export section of conversations, calls and presence. */
@Injectable()
export class DirectExport extends ExportSection {
  readonly section = 'direct';

  constructor(private readonly presence: PresenceService) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    return fieldsOf({
      conversations: rowsOf(CONVERSATIONS_FOR_EXPORT, [userId]),
      messages: rowsOf(MESSAGES_FOR_EXPORT, [userId]),
      reactions: rowsOf(REACTIONS_FOR_EXPORT, [userId]),
      calls: rowsOf(CALLS_FOR_EXPORT, [userId]),
      presence: valueOf((await this.presence.find(userId, userId)) ?? null),
    });
  }
}
