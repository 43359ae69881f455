import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import type { ReadUpdated } from '../read-updated.events.js';
import { ConversationRepository, type Standing } from './conversation.repository.js';
import { DirectEventsService } from './direct-events.service.js';

@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly events: DirectEventsService,
    private readonly limits: LimitsService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, query: PageQuery): Promise<RawJson> {
    return new RawJson(await this.conversations.page(userId, query));
  }

  /** Two users have one conversation, whichever of them opens it and however many requests arrive at once. */
  async open(callerId: string, userId: string): Promise<RawJson> {
    if (callerId === userId) throw new Refusal(400, 'You cannot message yourself');
    const known = await this.findBetween(callerId, userId);
    if (known) return openedAnswer(known, true);
    await this.limits.flood('conversations', callerId);
    return this.database.transaction(async () => {
      const id = await this.conversations.insert(callerId, userId);
      if (id) return openedAnswer(await this.announceOpened(id, callerId, userId), false);
      // A concurrent request has opened the conversation, set a block or deleted the account.
      const other = await this.findBetween(callerId, userId);
      if (!other) throw notFound('User');
      return openedAnswer(other, true);
    });
  }

  /** Marks everything up to the message as read; an older message changes nothing. */
  async markRead(path: string, callerId: string, message_id: string): Promise<ReadUpdated> {
    const channel_id = conversationId(path);
    return this.database.transaction(async () => {
      const unread_count = await this.conversations.markRead(channel_id, callerId, message_id);
      if (unread_count !== undefined) {
        this.events.messagesRead(channel_id, callerId, message_id, unread_count);
        return { channel_id, message_id, unread_count };
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
    const standing = await this.conversations.findStanding(conversationId(id), callerId, messageId);
    if (!standing) throw notFound('Conversation');
    return standing;
  }

  /** Runs in the transaction that deletes the account. */
  async deleteAllOfUser(userId: string): Promise<void> {
    for (const { id, partner_id } of await this.conversations.deleteAllOfUser(userId)) {
      this.events.conversationRemoved(id, partner_id, userId);
    }
  }

  private async findBetween(callerId: string, userId: string): Promise<string | undefined> {
    const between = await this.conversations.findBetween(callerId, userId);
    if (!between) throw notFound('User');
    if (between.is_blocked) throw cannotMessage();
    return between.json ?? undefined;
  }

  private async announceOpened(id: string, callerId: string, userId: string): Promise<string> {
    const views = await this.conversations.listViews(id);
    this.events.conversationOpened(id, views, callerId, userId);
    return views.find(({ viewer_id }) => viewer_id === callerId)?.answer as string;
  }
}

/** The refusal is the same for both users of a block: it does not tell who blocked whom. */
export const cannotMessage = () => new Refusal(403, 'You cannot message this user');

/** Refuses an id from a path that is no UUID. */
export function conversationId(id: string): string {
  if (!isUuid(id)) throw notFound('Conversation');
  return id;
}

/** `json` is the conversation as the caller sees it. */
const openedAnswer = (json: string, existing: boolean) =>
  asAnswer(new RawJson(`{"conversation":${json},"existing":${existing}}`));
