import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import type { ReadUpdated } from '../common.dto.js';
import { ReadPositionMoved } from '../community.events.js';
import { ConversationRepository, type Standing } from './conversation.repository.js';
import { ConversationCreated, ConversationRemoved } from './direct.events.js';

export const ownConversation = refusal(400, 'You cannot message yourself');
/** It is the same for both users of a block: it does not tell who blocked whom. */
export const cannotMessage = refusal(403, 'You cannot message this user');

@Injectable()
export class ConversationsService extends AccountDeletionHook {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly events: EventsService,
    private readonly limits: LimitsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async list(userId: string, query: PageQuery): Promise<RawJson> {
    return new RawJson(await this.conversations.page(userId, query));
  }

  /** Two users have one conversation, whichever of them opens it and however many requests arrive at once. */
  async open(callerId: string, userId: string): Promise<RawJson> {
    if (callerId === userId) throw ownConversation();
    const known = await this.findBetween(callerId, userId);
    if (known) return openedAnswer(known, true);
    await this.limits.flood('conversations', callerId);
    return this.database.transaction(async () => {
      const id = await this.conversations.open(callerId, userId);
      if (id) return openedAnswer(await this.announceOpened(id, callerId, userId), false);
      // A concurrent request has opened the conversation, set a block or deleted the account.
      const other = await this.findBetween(callerId, userId);
      if (!other) throw notFound('User');
      return openedAnswer(other, true);
    });
  }

  /** Marks everything up to the message as read; an older message changes nothing. */
  async markRead(channel_id: string, callerId: string, message_id: string): Promise<ReadUpdated> {
    return this.database.sharedTransaction('direct read', async () => {
      const unread_count = await this.conversations.markRead(channel_id, callerId, message_id);
      if (unread_count !== undefined) {
        const position = { channel_id, message_id, unread_count };
        this.events.announce(ReadPositionMoved, { user_id: callerId, position }, callerId);
        return position;
      }
      const standing = await this.requireStanding(channel_id, callerId, message_id);
      if (!standing.has_message) throw notFound('Message');
      return { channel_id, message_id, unread_count: standing.unread_count };
    });
  }

  /** Undefined when the user is no participant of the conversation. */
  findStanding(id: string, userId: string): Promise<Standing | undefined> {
    return this.conversations.findStanding(id, userId);
  }

  /** Answers 404 to everybody but the two participants, so that others cannot learn that it exists. */
  async requireStanding(id: string, callerId: string, messageId?: string): Promise<Standing> {
    const standing = await this.conversations.findStanding(id, callerId, messageId);
    if (!standing) throw notFound('Conversation');
    return standing;
  }

  /** Deletes the conversations of an account before it is deleted. */
  async before(userId: string): Promise<void> {
    for (const removed of await this.conversations.deleteAllOfUser(userId)) {
      this.events.announce(ConversationRemoved, removed, userId);
    }
  }

  private async findBetween(callerId: string, userId: string): Promise<string | undefined> {
    const between = await this.conversations.findBetween(callerId, userId);
    if (!between) throw notFound('User');
    if (between.is_blocked) throw cannotMessage();
    return between.json ?? undefined;
  }

  private async announceOpened(conversation_id: string, callerId: string, user_id: string): Promise<string> {
    const views = await this.conversations.listViews(conversation_id);
    this.events.announce(ConversationCreated, { conversation_id, user_id, views }, callerId);
    return views.find(({ viewer_id }) => viewer_id === callerId)?.answer as string;
  }
}

/** `json` is the conversation as the caller sees it. */
const openedAnswer = (json: string, existing: boolean) =>
  asAnswer(new RawJson(`{"conversation":${json},"existing":${existing}}`));
