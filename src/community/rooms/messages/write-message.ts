import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../../moderation/content-filter/content-filter.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { forbidden, notFound, unavailable } from '../../../platform/http/refusal.js';
import { Limits } from '../../../platform/limits/limits.js';
import { RoomAccess } from '../room-access.js';
import { administers } from '../seat.js';
import { MessageNews } from './message-news.js';
import { type HeldMessage, MessageRepository } from './message.repository.js';
import { MESSAGE } from './messages.io.js';

@Injectable()
export class WriteMessage {
  constructor(
    private readonly messages: MessageRepository,
    private readonly access: RoomAccess,
    private readonly filter: ContentFilter,
    private readonly news: MessageNews,
    private readonly limits: Limits,
    private readonly database: Database,
  ) {}

  /** Answers the message as JSON. */
  async create(id: string, caller: Caller, text: string, clientRef?: string): Promise<string> {
    if (!isUuid(id)) throw notFound('Room');
    const place = { room_id: id.toLowerCase(), writer: caller.id };
    await this.limits.flood('messages', `${place.room_id}:${caller.id}`);
    const content = await this.filter.clean(text, MESSAGE);
    return this.database.transaction(async () => {
      const listeners = await this.news.listeners(place, content);
      const written = await this.messages.write(place.room_id, caller.id, content);
      if (!written) {
        await this.access.mayPost(place.room_id, caller);
        // What kept him from it has ended just now.
        throw unavailable();
      }
      await this.news.mention(place, { id: written.id, text: content }, listeners);
      this.news.written(place, written, clientRef);
      return written.json;
    });
  }

  /** Answers the message as JSON. */
  async edit(id: string, messageId: string, caller: Caller, text: string): Promise<string> {
    const content = await this.filter.clean(text, MESSAGE);
    return this.database.transaction(async () => {
      const { room_id } = await this.access.seen(id, caller);
      const message = await this.held(room_id, messageId);
      if (message.user_id !== caller.id) throw forbidden();
      await this.access.mayPost(room_id, caller);
      if (message.content === content) return this.messages.show(message.id);
      const place = { room_id, writer: caller.id };
      const listeners = await this.news.listeners(place, content);
      const json = await this.messages.edit(message.id, content);
      await this.news.mention(place, { id: message.id, text: content }, listeners);
      this.news.edited(place, { id: message.id, json });
      return json;
    });
  }

  /** By who wrote it, and by those who administer the room. */
  delete(id: string, messageId: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const seat = await this.access.seen(id, caller);
      const message = await this.held(seat.room_id, messageId);
      if (message.user_id !== caller.id && !administers(seat)) throw forbidden();
      await this.messages.delete(message.id);
      this.news.deleted(seat.room_id, message.id, caller.id);
    });
  }

  private async held(roomId: string, id: string): Promise<HeldMessage> {
    const message = isUuid(id) && (await this.messages.hold(roomId, id));
    if (!message) throw notFound('Message');
    return message;
  }
}
