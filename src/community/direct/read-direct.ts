import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { ReadUpdated } from '../read-updated.js';
import { ConversationRepository } from './conversation.repository.js';
import { conversationId, DirectAccess } from './direct-access.js';
import { askedFor, DirectMessageRepository } from './direct-message.repository.js';
import { TellOfDirect } from './tell-of-direct.js';

@Injectable()
export class ReadDirect {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly messages: DirectMessageRepository,
    private readonly access: DirectAccess,
    private readonly tell: TellOfDirect,
    private readonly database: Database,
  ) {}

  async page(path: string, callerId: string, query: PageQuery): Promise<RawJson> {
    const asked = askedFor(query);
    const id = conversationId(path);
    const page = await this.messages.page(id, callerId, asked);
    if (!page) throw notFound('Conversation');
    return new RawJson(page);
  }

  /** Up to this message; what was read once stays read. */
  async mark(path: string, callerId: string, message_id: string): Promise<ReadUpdated> {
    const channel_id = conversationId(path);
    return this.database.transaction(async () => {
      const unread_count = await this.conversations.read(channel_id, callerId, message_id);
      if (unread_count !== undefined) {
        this.tell.read(channel_id, callerId, message_id, unread_count);
        return { channel_id, message_id, unread_count };
      }
      const standing = await this.access.standing(channel_id, callerId, message_id);
      if (!standing.has_message) throw notFound('Message');
      return { channel_id, message_id, unread_count: standing.unread_count };
    });
  }
}
