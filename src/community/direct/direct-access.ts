import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { ConversationRepository, type Standing } from './conversation.repository.js';
import { DirectMessageRepository, type Held } from './direct-message.repository.js';

export const cannotMessage = () => new Refusal(403, 'You cannot message this user');

/** Who may do something in a conversation; the words are the same for whoever blocked the other. */
@Injectable()
export class DirectAccess {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly messages: DirectMessageRepository,
  ) {}

  /** Of the two whose it is; nobody else hears that there is one. */
  async standing(id: string, callerId: string, messageId?: string): Promise<Standing> {
    const standing = await this.conversations.standing(conversationId(id), callerId, messageId);
    if (!standing) throw notFound('Conversation');
    return standing;
  }

  /** Inside a transaction, to whose end the message stays as it is. */
  async held(id: string, callerId: string, messageId: string): Promise<Held> {
    const held = isUuid(messageId) && (await this.messages.hold(conversationId(id), callerId, messageId));
    if (held) return held;
    await this.standing(id, callerId);
    throw notFound('Message');
  }
}

/** An id from a path. */
export function conversationId(id: string): string {
  if (!isUuid(id)) throw notFound('Conversation');
  return id;
}
