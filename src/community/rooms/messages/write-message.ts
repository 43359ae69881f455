import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../../moderation/content-filter/content-filter.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { notFound, unavailable } from '../../../platform/http/refusal.js';
import { Limits } from '../../../platform/limits/limits.js';
import { RoomAccess } from '../room-access.js';
import { MessageNews } from './message-news.js';
import { MessageRepository } from './message.repository.js';
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
    const place = { room_id: id, writer: caller.id };
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
}
