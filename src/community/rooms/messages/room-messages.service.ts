import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { EventsService } from '../../../events/events.service.js';
import type { Caller } from '../../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../../platform/database/database.service.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { forbidden, notFound, refusal, unavailable } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import type { ReadUpdated } from '../../common.dto.js';
import { ReadPositionMoved } from '../../community.events.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { actsAsStaff, mayAdminister, notMember, requireMayWrite } from '../access/room.policy.js';
import { MessageTextService } from './message-text.service.js';
import { RoomMessageRepository } from './room-message.repository.js';
import type { RoomReactionAnswer, RoomReactionView as Reaction } from './room-messages.dto.js';
import { MessageCreated, MessageDeleted, MessageUpdated, ReactionChanged } from './room-messages.events.js';

export const tooManyReactions = refusal(409, 'Too many different reactions');

/** How many different emojis one message can have. */
const MAX_EMOJIS = 20;

@Injectable()
export class RoomMessagesService {
  constructor(
    private readonly messages: RoomMessageRepository,
    private readonly access: RoomAccessService,
    private readonly texts: MessageTextService,
    private readonly limits: LimitsService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(roomId: string, caller: Caller, query: PageQuery, response: Response): Promise<RawJson> {
    const slice = this.messages.slice(query);
    const { room_id } = await this.access.requireReadableAndSetPosition(roomId, caller, response);
    return new RawJson(await this.messages.page(room_id, slice));
  }

  async create(room_id: string, caller: Caller, text: string, client_ref?: string): Promise<RawJson> {
    await this.limits.flood('messages', `${room_id}:${caller.id}`);
    const content = await this.texts.clean(text);
    return this.database.sharedTransaction('room message', async () => {
      const mentionable = await this.texts.findMentionable(room_id, caller.id, content);
      const mentioned = await this.texts.findMentioned({ author_id: caller.id, content }, mentionable);
      // The last statement: events of the room's stream have the order of its messages.
      const message = await this.messages.write(room_id, caller.id, content);
      if (!message) {
        await this.access.requireWritable(room_id, caller);
        // The mute, or whatever else kept the caller from writing, ended between the two statements.
        throw unavailable();
      }
      this.events.announce(MessageCreated, { ...message, room_id, mentioned, client_ref }, caller.id);
      return asAnswer(messageAnswer(message.json));
    });
  }

  async edit(roomId: string, messageId: string, caller: Caller, text: string): Promise<RawJson> {
    const content = await this.texts.clean(text);
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      if (message.user_id !== caller.id) throw forbidden();
      requireMayWrite(membership);
      if (message.content === content) return messageAnswer(await this.messages.findJson(message.id));
      const { room_id } = membership;
      const { id } = message;
      const mentionable = await this.texts.findMentionable(room_id, caller.id, content);
      const json = await this.messages.edit(id, content);
      const mentioned = await this.texts.findMentioned({ message_id: id, author_id: caller.id, content }, mentionable);
      this.events.announce(MessageUpdated, { room_id, id, json, mentioned }, caller.id);
      return messageAnswer(json);
    });
  }

  /** The author may delete a message, and so may those who administer the room. */
  delete(roomId: string, messageId: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      const isOwn = message.user_id === caller.id;
      if (!isOwn && !mayAdminister(membership)) throw forbidden();
      await this.messages.markDeleted(message.id);
      const deleted = { room_id: membership.room_id, message_id: message.id, deleted_by: caller.id };
      this.events.announce(MessageDeleted, { ...deleted, staff: !isOwn && actsAsStaff(membership) }, caller.id);
    });
  }

  addReaction(roomId: string, messageId: string, caller: Caller, emoji: string): Promise<RoomReactionAnswer> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      requireMayWrite(membership);
      const isKnown = message.reactions.some((reaction) => reaction.emoji === emoji);
      if (!isKnown && message.reactions.length >= MAX_EMOJIS) throw tooManyReactions();
      const reaction = { message_id: message.id, user_id: caller.id, emoji };
      await this.changeReaction(membership.room_id, 'added', reaction);
      return asAnswer({ reaction });
    });
  }

  /** Does not ask whether the caller may write: muted users can still remove their reactions. */
  removeReaction(roomId: string, messageId: string, caller: Caller, emoji: string): Promise<void> {
    return this.database.transaction(async () => {
      const { membership, message } = await this.lockMessage(roomId, messageId, caller);
      await this.changeReaction(membership.room_id, 'removed', { message_id: message.id, user_id: caller.id, emoji });
    });
  }

  markRead(roomId: string, caller: Caller, message_id: string): Promise<ReadUpdated> {
    return this.database.sharedTransaction('room read', async () => {
      const { room_id } = await this.access.requireReadable(roomId, caller);
      const read = await this.messages.markRead(room_id, caller.id, message_id);
      if (!read) throw notFound('Message');
      const { moved, unread_count } = read;
      if (unread_count === null) throw notMember();
      const position = { channel_id: room_id, message_id, unread_count };
      if (moved) this.events.announce(ReadPositionMoved, { user_id: caller.id, position }, caller.id);
      return position;
    });
  }

  private async changeReaction(room_id: string, action: 'added' | 'removed', reaction: Reaction): Promise<void> {
    const { user_id, message_id, emoji } = reaction;
    const reactions = await this.messages.changeReaction(message_id, action, emoji, user_id);
    const change = { room_id, user_id, message_id, emoji, action };
    if (reactions) this.events.announce(ReactionChanged, { ...change, reactions }, user_id);
  }

  /** Nobody else can change the message until the transaction ends. Only checks that the caller may read the room. */
  private async lockMessage(roomId: string, messageId: string, caller: Caller) {
    const membership = await this.access.requireReadable(roomId, caller);
    const { room_id } = membership;
    const where = { id: messageId, room_id, deleted_at: null };
    const message = await this.messages.the(where, 'Message', { lock: 'no key update' });
    return { membership, message };
  }
}

const messageAnswer = (message: string) => new RawJson(`{"message":${message}}`);
