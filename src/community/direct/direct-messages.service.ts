import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound, refusal } from '../../platform/http/refusal.js';
import { cannotMessage, ConversationsService } from './conversations.service.js';
import type { DirectMessage } from './conversation.entity.js';
import { DirectMessageRepository, readPage } from './direct-message.repository.js';
import { type DirectMessageAnswer, type DirectMessageView, type DirectReactionAnswer, LONGEST } from './direct.dto.js';
import { type ChangedMessage, MessageDeleted, MessageEdited, MessageSent, ReactionChanged } from './direct.events.js';

export const tooManyReactions = refusal(409, 'Too many different reactions');

/** Messages of a conversation and the reactions to them. */
@Injectable()
export class DirectMessagesService {
  constructor(
    private readonly messages: DirectMessageRepository,
    private readonly conversations: ConversationsService,
    private readonly events: EventsService,
    private readonly wordFilter: WordFilterService,
    private readonly database: DatabaseService,
  ) {}

  async list(id: string, callerId: string, query: PageQuery): Promise<RawJson> {
    const page = await this.messages.page(id, callerId, readPage(query));
    if (!page) throw notFound('Conversation');
    return new RawJson(page);
  }

  async send(id: string, caller_id: string, text: string, client_ref?: string): Promise<RawJson> {
    const content = await this.wordFilter.clean(text, LONGEST);
    return this.database.sharedTransaction('direct message', async () => {
      const sent = await this.messages.send(id, caller_id, content);
      if (!sent) {
        await this.conversations.requireStanding(id, caller_id);
        throw cannotMessage();
      }
      const message = { ...sent, conversation_id: id, message_id: sent.id, caller_id, client_ref };
      this.events.announce(MessageSent, message, caller_id);
      return asAnswer(new RawJson(`{"message":${sent.json}}`));
    });
  }

  async edit(id: string, callerId: string, messageId: string, text: string): Promise<DirectMessageAnswer> {
    const content = await this.wordFilter.clean(text, LONGEST);
    return this.database.transaction(async () => {
      const { message: changed, sender_id, is_blocked } = await this.lock(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      if (is_blocked) throw cannotMessage();
      const edited = await this.messages.edit(messageId, content);
      const message = messageView(edited ?? (await this.messages.the({ id: messageId }, 'Message')));
      if (edited) this.events.announce(MessageEdited, { ...changed, message }, callerId);
      return { message };
    });
  }

  /** A block does not prevent it: senders can always delete their own messages. */
  delete(id: string, callerId: string, messageId: string): Promise<void> {
    return this.database.transaction(async () => {
      const { message, sender_id } = await this.lock(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      await this.messages.erase(messageId);
      this.events.announce(MessageDeleted, message, callerId);
    });
  }

  /** A user can add several different reactions to a message, each of them once. */
  addReaction(id: string, callerId: string, message_id: string, emoji: string): Promise<DirectReactionAnswer> {
    const answer = asAnswer({ reaction: { message_id, user_id: callerId, emoji } });
    return this.database.transaction(async () => {
      const { message, is_blocked } = await this.lock(id, callerId, message_id);
      if (is_blocked) throw cannotMessage();
      const { is_new, was_there } = await this.messages.addReaction(message_id, callerId, emoji);
      if (was_there) return answer;
      if (!is_new) throw tooManyReactions();
      await this.announceReaction(message, emoji, 'added');
      return answer;
    });
  }

  removeReaction(id: string, callerId: string, messageId: string, emoji: string): Promise<void> {
    return this.database.transaction(async () => {
      const { message } = await this.lock(id, callerId, messageId);
      if (!(await this.messages.removeReaction(messageId, callerId, emoji))) return;
      await this.announceReaction(message, emoji, 'removed');
    });
  }

  private async announceReaction(message: ChangedMessage, emoji: string, action: 'added' | 'removed'): Promise<void> {
    const { reactions } = await this.messages.updateReactions(message.message_id);
    this.events.announce(ReactionChanged, { ...message, emoji, action, reactions }, message.caller_id);
  }

  /** The message stays locked until the transaction ends. */
  private async lock(id: string, caller_id: string, message_id: string) {
    const locked = await this.messages.lock(id, caller_id, message_id);
    if (locked) {
      const { partner_id, ...state } = locked;
      return { ...state, message: { conversation_id: id, message_id, caller_id, partner_id } };
    }
    await this.conversations.requireStanding(id, caller_id);
    throw notFound('Message');
  }
}

function messageView(row: DirectMessage): DirectMessageView {
  const { id, content, sender_id, created_at, edited_at, deleted_at, reactions } = row;
  return { id, content, sender_id, created_at, edited_at, deleted_at, reactions };
}
