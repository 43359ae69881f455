import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { CallRepository } from '../calls/call.repository.js';
import { PresenceRepository } from '../presence/presence.repository.js';
import { ConversationRepository } from './conversation.repository.js';
import { DirectMessageRepository } from './direct-message.repository.js';
import { DirectReactionRepository } from './direct-reaction.repository.js';

/** What somebody said to others alone. */
@Injectable()
export class DirectSection extends ExportSection {
  readonly section = 'direct';

  constructor(
    private readonly conversations: ConversationRepository,
    private readonly messages: DirectMessageRepository,
    private readonly reactions: DirectReactionRepository,
    private readonly calls: CallRepository,
    private readonly presences: PresenceRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    const [presence] = await this.presences.of([userId], userId);
    return {
      conversations: await this.conversations.forExport(userId),
      messages: await this.messages.forExport(userId),
      reactions: await this.reactions.forExport(userId),
      calls: await this.calls.forExport(userId),
      presence: presence ?? null,
    };
  }
}
