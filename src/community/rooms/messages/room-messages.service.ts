import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { WordFilterService } from '../../../moderation/word-filter/word-filter.service.js';
import type { Caller } from '../../../platform/access/caller.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { asAnswer } from '../../../platform/database/operation-answer.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { isUuid } from '../../../platform/database/uuid.js';
import type { ExportNode } from '../../../platform/exports/export-node.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { forbidden, notFound, Refusal, unavailable } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import type { ReadUpdated } from '../../read-updated.events.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { actsAsStaff, mayAdminister, notMember, type RoomMembership, writeRefusal } from '../access/room.policy.js';
import { RoomMessageEventsService } from './room-message-events.service.js';
import { type LockedMessage, RoomMessageRepository } from './room-message.repository.js';
import { MAX_MESSAGE, type RoomReactionAnswer } from './room-messages.dto.js';

/** How many different emojis one message can have. */
const MAX_EMOJIS = 20;

@Injectable()
export class RoomMessagesService {
  constructor(
    private readonly messages: RoomMessageRepository,
    private readonly access: RoomAccessService,
    private readonly wordFilter: WordFilterService,
    private readonly events: RoomMessageEventsService,
    private readonly limits: LimitsService,
    private readonly database: DatabaseService,
  ) {}

  async list(roomId: string, caller: Caller, query: PageQuery, response: Response): Promise<RawJson> {
    const slice = this.messages.slice(query);
    const { room_id } = await this.access.requireReadableAndSetPosition(roomId, caller, response);
    return new RawJson(await this.messages.page(room_id, slice));
  }

  async create(roomId: string, caller: Caller, text: string, clientRef?: string): Promise<RawJson> {
    if (!isUuid(roomId)) throw notFound('Room');
    const origin = { room_id: roomId, author_id: caller.id };
    await this.limits.flood('messages', `${roomId}:${caller.id}`);
    const content = await this.wordFilter.clean(text, MAX_MESSAGE);
    return this.database.transaction(async () => {
      const mentioned = await this.events.findMentioned(origin, content);
      const message = await this.messages.insert(roomId, caller.id, content);
      if (!message) {
        await this.access.requireWritable(roomId, caller);
        // The mute, or whatever else kept the caller from writing, ended between the two statements.
        throw unavailable();
      }
      await this.events.notifyMentioned(origin, { id: message.id, text: content }, mentioned);
      this.events.messageCreated(origin, message, clientRef);
      return asAnswer(messageAnswer(message.json));
    });
  }

  async edit(roomId: string, messageId: string, caller: Caller, text: string): Promise<RawJson> {
    const content = await this.wordFilter.clean(text, MAX_MESSAGE);
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      const refusal = message.user_id === caller.id ? writeRefusal(membership) : forbidden();
      if (refusal) throw refusal;
      if (message.content === content) return messageAnswer(await this.messages.findJson(message.id));
      const origin = { room_id: membership.room_id, author_id: caller.id };
      const mentioned = await this.events.findMentioned(origin, content);
      const json = await this.messages.update(message.id, content);
      await this.events.notifyMentioned(origin, { id: message.id, text: content }, mentioned);
      this.events.messageUpdated(origin, { id: message.id, json });
      return messageAnswer(json);
    });
  }

  /** The author may delete a message, and so may those who administer the room. */
  delete(roomId: string, messageId: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      if (message.user_id !== caller.id && !mayAdminister(membership)) throw forbidden();
      await this.messages.delete(message.id);
      const staff = message.user_id !== caller.id && actsAsStaff(membership);
      this.events.messageDeleted(membership.room_id, message.id, caller.id, staff);
    });
  }

  addReaction(roomId: string, messageId: string, caller: Caller, emoji: string): Promise<RoomReactionAnswer> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      const refusal = writeRefusal(membership);
      if (refusal) throw refusal;
      const isKnown = message.reactions.some((reaction) => reaction.emoji === emoji);
      if (!isKnown && message.reactions.length >= MAX_EMOJIS) {
        throw new Refusal(409, 'Too many different reactions');
      }
      const reactions = await this.messages.addReaction(message.id, emoji, caller.id);
      const change = { message_id: message.id, emoji, action: 'added' as const };
      if (reactions) this.events.reactionChanged(membership.room_id, caller.id, { ...change, reactions });
      return asAnswer({ reaction: { message_id: message.id, user_id: caller.id, emoji } });
    });
  }

  /** Does not ask whether the caller may write: muted users can still remove their reactions. */
  removeReaction(roomId: string, messageId: string, caller: Caller, emoji: string): Promise<void> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      const reactions = await this.messages.removeReaction(message.id, emoji, caller.id);
      const change = { message_id: message.id, emoji, action: 'removed' as const };
      if (reactions) this.events.reactionChanged(membership.room_id, caller.id, { ...change, reactions });
    });
  }

  markRead(roomId: string, caller: Caller, message_id: string): Promise<ReadUpdated> {
    return this.database.transaction(async () => {
      const { room_id } = await this.access.requireReadable(roomId, caller);
      const read = await this.messages.markRead(room_id, caller.id, message_id);
      if (!read) throw notFound('Message');
      const { moved, unread_count } = read;
      if (unread_count === null) throw notMember();
      const data = { channel_id: room_id, message_id, unread_count };
      if (moved) this.events.readPositionMoved(caller.id, data);
      return data;
    });
  }

  /** Erases the user's messages and reactions and returns the ids of the rooms that change by it. */
  eraseForUser(userId: string): Promise<string[]> {
    return this.messages.eraseForUser(userId);
  }

  exportMessages(userId: string): ExportNode {
    return this.messages.exportMessages(userId);
  }

  exportReactions(userId: string): ExportNode {
    return this.messages.exportReactions(userId);
  }

  /** Nobody else can change the message until the transaction ends. Only checks that the caller may read the room. */
  private async lockMessage(
    roomId: string,
    messageId: string,
    caller: Caller,
  ): Promise<{ membership: RoomMembership; message: LockedMessage }> {
    const membership = await this.access.requireReadable(roomId, caller);
    const message = isUuid(messageId) && (await this.messages.lock(membership.room_id, messageId));
    if (!message) throw notFound('Message');
    return { membership, message };
  }
}

const messageAnswer = (message: string) => new RawJson(`{"message":${message}}`);
