import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { type ExportNode, fieldsOf, valueOf } from '../../platform/exports/export-node.js';
import { CallsService } from '../calls/calls.service.js';
import { PresenceService } from '../presence/presence.service.js';
import { ConversationRepository } from './conversation.repository.js';
import { DirectMessageRepository } from './direct-message.repository.js';

/** The export section of conversations, calls and presence. */
@Injectable()
export class DirectExport extends ExportSection {
  readonly section = 'direct';

  constructor(
    private readonly conversations: ConversationRepository,
    private readonly messages: DirectMessageRepository,
    private readonly calls: CallsService,
    private readonly presence: PresenceService,
  ) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    return fieldsOf({
      conversations: this.conversations.forExport(userId),
      messages: this.messages.forExport(userId),
      reactions: this.messages.reactionsForExport(userId),
      calls: this.calls.exportOfUser(userId),
      presence: valueOf((await this.presence.find(userId, userId)) ?? null),
    });
  }
}
