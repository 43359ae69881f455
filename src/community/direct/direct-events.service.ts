import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { READ_UPDATED } from '../read-updated.events.js';
import type { ConversationView } from './conversation.repository.js';
import type { SentMessage } from './direct-message.repository.js';
import {
  CONVERSATION_CREATED,
  CONVERSATION_REMOVED,
  DM_CREATED,
  DM_DELETED,
  DM_REACTION,
  DM_UPDATED,
} from './direct.events.js';

/** The conversation, the caller who acts in it, and the other participant. */
interface ConversationContext {
  id: string;
  callerId: string;
  partnerId: string;
}

interface ReactionChange {
  message_id: string;
  emoji: string;
  action: 'added' | 'removed';
  /** `[{ emoji, count }]` as JSON. */
  reactions: string;
}

/** The fields of a new message that lists show and that the answer to its sender leaves out. */
const NEW_MESSAGE = { edited_at: 'null', deleted_at: 'null', reactions: '[]' };

/** Announces changes in conversations: domain events, and realtime events on the stream of each participant. */
@Injectable()
export class DirectEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  /** `views` holds the conversation as each of the two participants sees it. */
  conversationOpened(conversation_id: string, views: ConversationView[], callerId: string, userId: string): void {
    for (const { viewer_id, json } of views) {
      const data = new RawJson(`{"conversation":${json}}`);
      this.realtime.emit(CONVERSATION_CREATED, `user:${viewer_id}`, data, callerId);
    }
    const data = { conversation_id, user_id: userId };
    this.events.record({ type: 'conversation.created', actor_id: callerId, data });
  }

  /** Only the participant who remains receives it: the account of the other one is being deleted. */
  conversationRemoved(conversation_id: string, partnerId: string, userId: string): void {
    this.realtime.emit(CONVERSATION_REMOVED, `user:${partnerId}`, { conversation_id }, userId);
  }

  messageSent(
    context: ConversationContext,
    { id: message_id, json, had_unread }: SentMessage,
    clientRef?: string,
  ): void {
    const ref = clientRef === undefined ? '' : `,"client_ref":${JSON.stringify(clientRef)}`;
    const data = new RawJson(`{"conversation_id":"${context.id}","message":${jsonWith(json, NEW_MESSAGE)}${ref}}`);
    this.realtime.emit(DM_CREATED, streamsOf(context), data, context.callerId);
    // Sending a message marks everything before it as read.
    if (had_unread) this.messagesRead(context.id, context.callerId, message_id, 0);
    this.record('dm.sent', context, { message_id });
  }

  messageEdited(context: ConversationContext, message_id: string, json: string): void {
    const data = new RawJson(`{"conversation_id":"${context.id}","message":${json}}`);
    this.realtime.emit(DM_UPDATED, streamsOf(context), data, context.callerId);
    this.record('dm.edited', context, { message_id });
  }

  messageDeleted(context: ConversationContext, message_id: string): void {
    this.realtime.emit(DM_DELETED, streamsOf(context), { conversation_id: context.id, message_id }, context.callerId);
    this.record('dm.deleted', context, { message_id });
  }

  reactionChanged(context: ConversationContext, { message_id, emoji, action, reactions }: ReactionChange): void {
    const change = { conversation_id: context.id, message_id, user_id: context.callerId, emoji, action };
    const data = new RawJson(jsonWith(JSON.stringify(change), { reactions }));
    this.realtime.emit(DM_REACTION, streamsOf(context), data, context.callerId);
    this.record(`dm.reaction_${action}`, context, { message_id, emoji });
  }

  /** Only the reader receives it; their other devices update the count. */
  messagesRead(channel_id: string, userId: string, message_id: string, unread_count: number): void {
    this.realtime.emit(READ_UPDATED, `user:${userId}`, { channel_id, message_id, unread_count }, userId);
  }

  private record(type: string, { id, callerId }: ConversationContext, data: object): void {
    this.events.record({ type, actor_id: callerId, data: { conversation_id: id, ...data } });
  }
}

const streamsOf = ({ callerId, partnerId }: ConversationContext): Stream[] => [`user:${callerId}`, `user:${partnerId}`];
