import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../events/outbox.js';
import { Mentions, mentionsIn } from '../../../notifications/mentions.js';
import { Notifications } from '../../../notifications/notifications.js';
import { jsonWith, RawJson } from '../../../platform/http/raw-json.js';
import { Realtime } from '../../../realtime/realtime.js';
import {
  MESSAGE_CREATED,
  MESSAGE_DELETED,
  MESSAGE_REACTION,
  MESSAGE_UPDATED,
  roomStream,
} from '../room-events.js';
import { MessageRepository, type Written } from './message.repository.js';

interface Place {
  room_id: string;
  writer: string;
}

interface Reacted {
  message_id: string;
  emoji: string;
  action: 'added' | 'removed';
  /** As JSON. */
  reactions: string;
}

/** What lists show of a message beyond what its writer is answered. */
const FRESH = { deleted_at: 'null', edited_at: 'null', reactions: '[]' };

/** Who hears of what is written in a room. */
@Injectable()
export class MessageNews {
  constructor(
    private readonly messages: MessageRepository,
    private readonly mentions: Mentions,
    private readonly notifications: Notifications,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** Looked up before the room's row is taken, for which everybody waits who writes there. */
  async listeners({ room_id, writer }: Place, content: string): Promise<Set<string>> {
    const names = content.includes('@') ? mentionsIn(content) : [];
    return names.length ? this.messages.listeners(room_id, writer, names) : new Set();
  }

  written({ room_id, writer }: Place, { id, json }: Written, clientRef: string | undefined): void {
    const ref = clientRef === undefined ? '' : `,"client_ref":${JSON.stringify(clientRef)}`;
    const data = new RawJson(`{"room_id":"${room_id}","message":${jsonWith(json, FRESH)}${ref}}`);
    this.realtime.emit(MESSAGE_CREATED, roomStream(room_id), data, writer);
    this.outbox.record({ type: 'message.created', actor_id: writer, data: { room_id, message_id: id } });
  }

  edited({ room_id, writer }: Place, { id, json }: Written): void {
    const data = new RawJson(`{"room_id":"${room_id}","message":${json}}`);
    this.realtime.emit(MESSAGE_UPDATED, roomStream(room_id), data, writer);
    this.outbox.record({ type: 'message.updated', actor_id: writer, data: { room_id, message_id: id } });
  }

  async mention(
    { room_id, writer }: Place,
    { id, text }: { id: string; text: string },
    listeners: Set<string>,
  ): Promise<void> {
    if (!listeners.size) return;
    await this.mentions.notify({
      text,
      actor_id: writer,
      about: { kind: 'room_message', id },
      data: { room_id, message_id: id },
      unless: (userId) => Promise.resolve(!listeners.has(userId)),
    });
  }

  deleted(room_id: string, message_id: string, deleted_by: string, staff: boolean): void {
    this.realtime.emit(MESSAGE_DELETED, roomStream(room_id), { room_id, message_id, deleted_by }, deleted_by);
    this.notifications.forget({ kind: 'room_message', id: message_id });
    const data = { room_id, message_id };
    this.outbox.record({ type: 'message.deleted', actor_id: deleted_by, data, staff });
  }

  reacted(room_id: string, user_id: string, { reactions, ...what }: Reacted): void {
    const data = { room_id, user_id, ...what };
    const told = new RawJson(jsonWith(JSON.stringify(data), { reactions }));
    this.realtime.emit(MESSAGE_REACTION, roomStream(room_id), told, user_id);
    this.outbox.record({ type: `message.reaction_${what.action}`, actor_id: user_id, data });
  }
}
