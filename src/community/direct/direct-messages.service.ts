import { Injectable } from '@nestjs/common';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound, Refusal } from '../../platform/http/refusal.js';
import { cannotMessage, conversationId, ConversationsService } from './conversations.service.js';
import { DirectEventsService } from './direct-events.service.js';
import { DirectMessageRepository, type LockedMessage, readPage } from './direct-message.repository.js';
import { type DirectReactionAnswer, LONGEST } from './direct.dto.js';

/** Messages of a conversation and the reactions to them. */
@Injectable()
export class DirectMessagesService {
  constructor(
    private readonly messages: DirectMessageRepository,
    private readonly conversations: ConversationsService,
    private readonly events: DirectEventsService,
    private readonly wordFilter: WordFilterService,
    private readonly database: DatabaseService,
  ) {}

  async list(path: string, callerId: string, query: PageQuery): Promise<RawJson> {
    const slice = readPage(query);
    const page = await this.messages.page(conversationId(path), callerId, slice);
    if (!page) throw notFound('Conversation');
    return new RawJson(page);
  }

  async send(path: string, callerId: string, text: string, clientRef?: string): Promise<RawJson> {
    const id = conversationId(path);
    const content = await this.wordFilter.clean(text, LONGEST);
    return this.database.transaction(async () => {
      const sent = await this.messages.send(id, callerId, content);
      if (!sent) {
        await this.conversations.requireStanding(id, callerId);
        throw cannotMessage();
      }
      this.events.messageSent({ id, callerId, partnerId: sent.partner_id }, sent, clientRef);
      return asAnswer(new RawJson(`{"message":${sent.json}}`));
    });
  }

  async edit(path: string, callerId: string, messageId: string, text: string): Promise<RawJson> {
    const id = conversationId(path);
    const content = await this.wordFilter.clean(text, LONGEST);
    return this.database.transaction(async () => {
      const { partner_id, sender_id, is_blocked } = await this.lock(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      if (is_blocked) throw cannotMessage();
      const json = await this.messages.edit(messageId, content);
      if (!json) return messageAnswer(await this.messages.show(messageId));
      this.events.messageEdited({ id, callerId, partnerId: partner_id }, messageId, json);
      return messageAnswer(json);
    });
  }

  /** A block does not prevent it: senders can always delete their own messages. */
  async delete(path: string, callerId: string, messageId: string): Promise<void> {
    const id = conversationId(path);
    await this.database.transaction(async () => {
      const { partner_id, sender_id } = await this.lock(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      await this.messages.erase(messageId);
      this.events.messageDeleted({ id, callerId, partnerId: partner_id }, messageId);
    });
  }

  /** A user can add several different reactions to a message, each of them once. */
  async addReaction(path: string, callerId: string, message_id: string, emoji: string): Promise<DirectReactionAnswer> {
    const id = conversationId(path);
    const answer = asAnswer({ reaction: { message_id, user_id: callerId, emoji } });
    return this.database.transaction(async () => {
      const { partner_id: partnerId, is_blocked } = await this.lock(id, callerId, message_id);
      if (is_blocked) throw cannotMessage();
      const { is_new, was_there } = await this.messages.addReaction(message_id, callerId, emoji);
      if (was_there) return answer;
      if (!is_new) throw new Refusal(409, 'Too many different reactions');
      const reactions = await this.messages.updateReactions(message_id);
      const change = { message_id, emoji, action: 'added', reactions } as const;
      this.events.reactionChanged({ id, callerId, partnerId }, change);
      return answer;
    });
  }

  async removeReaction(path: string, callerId: string, message_id: string, emoji: string): Promise<void> {
    const id = conversationId(path);
    await this.database.transaction(async () => {
      const { partner_id: partnerId } = await this.lock(id, callerId, message_id);
      if (!(await this.messages.removeReaction(message_id, callerId, emoji))) return;
      const reactions = await this.messages.updateReactions(message_id);
      const change = { message_id, emoji, action: 'removed', reactions } as const;
      this.events.reactionChanged({ id, callerId, partnerId }, change);
    });
  }

  /** The message stays locked until the transaction ends. */
  private async lock(id: string, callerId: string, messageId: string): Promise<LockedMessage> {
    const locked = isUuid(messageId) && (await this.messages.lock(id, callerId, messageId));
    if (locked) return locked;
    await this.conversations.requireStanding(id, callerId);
    throw notFound('Message');
  }
}

const messageAnswer = (json: string) => new RawJson(`{"message":${json}}`);
