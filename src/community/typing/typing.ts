import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { notFound } from '../../platform/http/refusal.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { Stream } from '../../realtime/event-type.js';
import { Realtime } from '../../realtime/realtime.js';
import { TypingKeeper } from '../../realtime/typing-keeper.port.js';
import { ConversationRepository } from '../direct/conversation.repository.js';
import { RoomAccess } from '../rooms/room-access.js';
import { EXPIRES_MS, TYPING } from './typing.io.js';

/** So often the others hear that somebody is still writing. */
const EVERY_MS = 3_000;

/** Who is writing where: told to who is there, and kept nowhere. */
@Injectable()
export class Typing extends TypingKeeper {
  /** When it was last said of somebody in a channel, the oldest first. */
  private readonly said = new Map<string, number>();

  constructor(
    private readonly conversations: ConversationRepository,
    private readonly rooms: RoomAccess,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  async type(caller: Caller, channelId: string, is_typing: boolean): Promise<void> {
    const channel_id = channelId.toLowerCase();
    const streams = await this.streams(caller, channel_id);
    if (is_typing && this.isTooSoon(`${channel_id} ${caller.id}`)) return;
    const data = { channel_id, user_id: caller.id, is_typing, expires_in_ms: EXPIRES_MS };
    this.realtime.hint(TYPING, streams, data, caller.id);
  }

  /** Of whoever hears him there. */
  private async streams(caller: Caller, id: string): Promise<Stream[]> {
    if (!isUuid(id)) throw notFound('Channel');
    const standing = await this.conversations.standing(id, caller.id);
    if (standing && !standing.is_blocked) return [`user:${caller.id}`, `user:${standing.partner_id}`];
    const speaks = await this.rooms.speaks(id, caller.id);
    if (speaks === 'no') throw notFound('Channel');
    // Refused as a message would be, and for as long.
    if (speaks === 'muted') await this.rooms.mayPost(id, caller);
    return [`room:${id}`];
  }

  private isTooSoon(key: string): boolean {
    const now = performance.now();
    const last = this.said.get(key);
    if (last !== undefined && now - last < EVERY_MS) return true;
    this.said.delete(key);
    this.said.set(key, now);
    for (const [oldest, at] of this.said) {
      if (now - at < EVERY_MS) break;
      this.said.delete(oldest);
    }
    return false;
  }
}
