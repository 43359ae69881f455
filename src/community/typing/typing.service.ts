import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { notFound } from '../../platform/http/refusal.js';
import { isUuid } from '../../platform/database/uuid.js';
import { hint, type Stream } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { TypingHandler } from '../../realtime/extension-points.js';
import { ConversationsService } from '../direct/conversations.service.js';
import { RoomAccessService } from '../rooms/access/room-access.service.js';
import { EXPIRES_MS, TypingHint } from './typing.dto.js';

const TYPING = hint('typing', TypingHint);

/** The shortest time between two hints that somebody still types in a channel. */
const HINT_INTERVAL_MS = 3_000;

/** Typing is sent to the connected users of a room or conversation and stored nowhere. */
@Injectable()
export class TypingService extends TypingHandler {
  /** Time of the last hint for each channel and user, oldest first. */
  private readonly lastHints = new Map<string, number>();

  constructor(
    private readonly conversations: ConversationsService,
    private readonly rooms: RoomAccessService,
    private readonly realtime: RealtimeService,
  ) {
    super();
  }

  async type(caller: Caller, channelId: string, is_typing: boolean): Promise<void> {
    const channel_id = channelId.toLowerCase();
    const streams = await this.requireStreams(caller, channel_id);
    if (is_typing && this.isTooSoon(`${channel_id} ${caller.id}`)) return;
    const data = { channel_id, user_id: caller.id, is_typing, expires_in_ms: EXPIRES_MS };
    this.realtime.hint(TYPING, streams, data, caller.id);
  }

  /** The streams of the users who see the caller type. */
  private async requireStreams(caller: Caller, id: string): Promise<Stream[]> {
    if (!isUuid(id)) throw notFound('Channel');
    const standing = await this.conversations.findStanding(id, caller.id);
    if (standing && !standing.is_blocked) return [`user:${caller.id}`, `user:${standing.partner_id}`];
    const speaks = await this.rooms.findWriteState(id, caller.id);
    if (speaks === 'no') throw notFound('Channel');
    // The refusal is the one that a message would get, with the end of the mute.
    if (speaks === 'muted') await this.rooms.requireWritable(id, caller);
    return [`room:${id}`];
  }

  private isTooSoon(key: string): boolean {
    const now = performance.now();
    const last = this.lastHints.get(key);
    if (last !== undefined && now - last < HINT_INTERVAL_MS) return true;
    this.lastHints.delete(key);
    this.lastHints.set(key, now);
    for (const [oldest, at] of this.lastHints) {
      if (now - at < HINT_INTERVAL_MS) break;
      this.lastHints.delete(oldest);
    }
    return false;
  }
}
