import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import { MentionsService, mentionsIn } from '../../../notifications/mentions.service.js';
import { NotificationsService } from '../../../notifications/notifications.service.js';
import { jsonWith, RawJson } from '../../../platform/http/raw-json.js';
import { RealtimeService } from '../../../realtime/realtime.service.js';
import { READ_UPDATED, type ReadUpdated } from '../../read-updated.events.js';
import { type MessageJson, RoomMessageRepository } from './room-message.repository.js';
import { MESSAGE_CREATED, MESSAGE_DELETED, MESSAGE_REACTION, MESSAGE_UPDATED } from './room-messages.events.js';

/** Where a message was written, and by whom. */
interface Origin {
  room_id: string;
  author_id: string;
}

interface ReactionChange {
  message_id: string;
  emoji: string;
  action: 'added' | 'removed';
  /** JSON of all reactions of the message. */
  reactions: string;
}

/** The fields that a new message has in lists but not in the answer to its author. */
const NEW_MESSAGE = { deleted_at: 'null', edited_at: 'null', reactions: '[]' };

/** Announces messages, reactions and read positions, and notifies members of mentions. */
@Injectable()
export class RoomMessageEventsService {
  constructor(
    private readonly messages: RoomMessageRepository,
    private readonly mentions: MentionsService,
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  /** Must run before the room's row is locked, because everybody who writes in the room waits for that lock. */
  async findMentioned({ room_id, author_id }: Origin, content: string): Promise<Set<string>> {
    const names = content.includes('@') ? mentionsIn(content) : [];
    return names.length ? this.messages.listMentionable(room_id, author_id, names) : new Set();
  }

  async notifyMentioned(
    { room_id, author_id }: Origin,
    { id, text }: { id: string; text: string },
    mentioned: Set<string>,
  ): Promise<void> {
    if (!mentioned.size) return;
    await this.mentions.notify({
      text,
      actor_id: author_id,
      about: { kind: 'room_message', id },
      data: { room_id, message_id: id },
      unless: (userId) => Promise.resolve(!mentioned.has(userId)),
    });
  }

  messageCreated({ room_id, author_id }: Origin, { id, json }: MessageJson, clientRef?: string): void {
    const ref = clientRef === undefined ? '' : `,"client_ref":${JSON.stringify(clientRef)}`;
    const data = new RawJson(`{"room_id":"${room_id}","message":${jsonWith(json, NEW_MESSAGE)}${ref}}`);
    this.realtime.emit(MESSAGE_CREATED, `room:${room_id}`, data, author_id);
    this.events.record({ type: 'message.created', actor_id: author_id, data: { room_id, message_id: id } });
  }

  messageUpdated({ room_id, author_id }: Origin, { id, json }: MessageJson): void {
    const data = new RawJson(`{"room_id":"${room_id}","message":${json}}`);
    this.realtime.emit(MESSAGE_UPDATED, `room:${room_id}`, data, author_id);
    this.events.record({ type: 'message.updated', actor_id: author_id, data: { room_id, message_id: id } });
  }

  messageDeleted(room_id: string, message_id: string, deleted_by: string, staff: boolean): void {
    const deleted = { room_id, message_id, deleted_by };
    this.realtime.emit(MESSAGE_DELETED, `room:${room_id}`, deleted, deleted_by);
    this.notifications.forget({ kind: 'room_message', id: message_id });
    const data = { room_id, message_id };
    this.events.record({ type: 'message.deleted', actor_id: deleted_by, data, staff });
  }

  /** Must run before the rooms are deleted. */
  async removeMentionNotifications(roomIds: string[]): Promise<void> {
    const mentioning = await this.messages.listMentioning(roomIds);
    if (mentioning.length) this.notifications.forget({ kind: 'room_message', id: mentioning });
  }

  reactionChanged(room_id: string, user_id: string, { reactions, ...change }: ReactionChange): void {
    const data = { room_id, user_id, ...change };
    const json = new RawJson(jsonWith(JSON.stringify(data), { reactions }));
    this.realtime.emit(MESSAGE_REACTION, `room:${room_id}`, json, user_id);
    this.events.record({ type: `message.reaction_${change.action}`, actor_id: user_id, data });
  }

  readPositionMoved(userId: string, data: ReadUpdated): void {
    this.realtime.emit(READ_UPDATED, `user:${userId}`, data, userId);
  }
}
