import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../../moderation/content-filter/content-filter.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { administers, isForeign, silenced } from '../seat.js';
import { MessageAccess } from './message-access.js';
import { MessageNews } from './message-news.js';
import { MessageRepository } from './message.repository.js';
import { MESSAGE } from './messages.io.js';

@Injectable()
export class ChangeMessage {
  constructor(
    private readonly messages: MessageRepository,
    private readonly access: MessageAccess,
    private readonly filter: ContentFilter,
    private readonly news: MessageNews,
    private readonly database: Database,
  ) {}

  /** Answers the message as JSON. */
  async edit(id: string, messageId: string, caller: Caller, text: string): Promise<string> {
    const content = await this.filter.clean(text, MESSAGE);
    return this.database.transaction(async () => {
      const { seat, message } = await this.access.held(id, messageId, caller);
      const refusal = message.user_id === caller.id ? silenced(seat) : forbidden();
      if (refusal) throw refusal;
      if (message.content === content) return this.messages.show(message.id);
      const place = { room_id: seat.room_id, writer: caller.id };
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
      const { seat, message } = await this.access.held(id, messageId, caller);
      if (message.user_id !== caller.id && !administers(seat)) throw forbidden();
      await this.messages.delete(message.id);
      const staff = message.user_id !== caller.id && isForeign(seat);
      this.news.deleted(seat.room_id, message.id, caller.id, staff);
    });
  }
}
