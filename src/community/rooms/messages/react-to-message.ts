import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { silenced } from '../seat.js';
import { MessageAccess } from './message-access.js';
import { MessageNews } from './message-news.js';
import { ReactionRepository } from './reaction.repository.js';

const MOST = 20;

@Injectable()
export class ReactToMessage {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly access: MessageAccess,
    private readonly news: MessageNews,
    private readonly database: Database,
  ) {}

  /** Answers the message's id as it is kept. Several emojis of one person stand side by side. */
  add(id: string, messageId: string, caller: Caller, emoji: string): Promise<string> {
    return this.database.transaction(async () => {
      const { seat, message } = await this.access.held(id, messageId, caller);
      const refusal = silenced(seat);
      if (refusal) throw refusal;
      const isKnown = message.reactions.some((reaction) => reaction.emoji === emoji);
      if (!isKnown && message.reactions.length >= MOST) {
        throw new Refusal(409, 'Too many different reactions');
      }
      const reactions = await this.reactions.add(message.id, emoji, caller.id);
      const told = { message_id: message.id, emoji, action: 'added' as const };
      if (reactions) this.news.reacted(seat.room_id, caller.id, { ...told, reactions });
      return message.id;
    });
  }

  /** Also by who is muted by now. */
  remove(id: string, messageId: string, caller: Caller, emoji: string): Promise<void> {
    return this.database.transaction(async () => {
      const { seat, message } = await this.access.held(id, messageId, caller);
      const reactions = await this.reactions.remove(message.id, emoji, caller.id);
      const told = { message_id: message.id, emoji, action: 'removed' as const };
      if (reactions) this.news.reacted(seat.room_id, caller.id, { ...told, reactions });
    });
  }
}
