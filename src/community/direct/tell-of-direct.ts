import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { Realtime } from '../../realtime/realtime.js';
import { READ_UPDATED } from '../read-updated.js';
import { DM_CREATED, DM_DELETED, DM_REACTION, DM_UPDATED } from './direct-events.js';
import type { Sent } from './direct-message.repository.js';

/** A conversation, who did something in it, and the other. */
export interface Where {
  id: string;
  callerId: string;
  partnerId: string;
}

interface Reaction {
  message_id: string;
  emoji: string;
  action: 'added' | 'removed';
  /** `[{ emoji, count }]` as JSON. */
  reactions: string;
}

/** What lists show of a message beyond what its sender is answered. */
const FRESH = { edited_at: 'null', deleted_at: 'null', reactions: '[]' };

/** Both of a conversation hear of what happens in it, each on his own stream. */
@Injectable()
export class TellOfDirect {
  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  sent(where: Where, { id: message_id, json, had_unread }: Sent, clientRef?: string): void {
    const ref = clientRef === undefined ? '' : `,"client_ref":${JSON.stringify(clientRef)}`;
    const data = new RawJson(`{"conversation_id":"${where.id}","message":${jsonWith(json, FRESH)}${ref}}`);
    this.realtime.emit(DM_CREATED, both(where), data, where.callerId);
    // Whoever answers has read what he answers.
    if (had_unread) this.read(where.id, where.callerId, message_id, 0);
    this.record('dm.sent', where, { message_id });
  }

  edited(where: Where, message_id: string, json: string): void {
    const data = new RawJson(`{"conversation_id":"${where.id}","message":${json}}`);
    this.realtime.emit(DM_UPDATED, both(where), data, where.callerId);
    this.record('dm.edited', where, { message_id });
  }

  deleted(where: Where, message_id: string): void {
    this.realtime.emit(DM_DELETED, both(where), { conversation_id: where.id, message_id }, where.callerId);
    this.record('dm.deleted', where, { message_id });
  }

  reacted(where: Where, { message_id, emoji, action, reactions }: Reaction): void {
    const about = { conversation_id: where.id, message_id, user_id: where.callerId, emoji, action };
    const data = new RawJson(jsonWith(JSON.stringify(about), { reactions }));
    this.realtime.emit(DM_REACTION, both(where), data, where.callerId);
    this.record(`dm.reaction_${action}`, where, { message_id, emoji });
  }

  /** To the reader alone. */
  read(channel_id: string, userId: string, message_id: string, unread_count: number): void {
    this.realtime.emit(READ_UPDATED, `user:${userId}`, { channel_id, message_id, unread_count }, userId);
  }

  private record(type: string, { id, callerId }: Where, data: object): void {
    this.outbox.record({ type, actor_id: callerId, data: { conversation_id: id, ...data } });
  }
}

const both = ({ callerId, partnerId }: Where): Stream[] => [`user:${callerId}`, `user:${partnerId}`];
