import { Injectable } from '@nestjs/common';
import { WordFilterService } from '../../../moderation/word-filter/word-filter.service.js';
import { MentionsService, mentionsIn } from '../../../notifications/mentions.service.js';
import { RoomMessageRepository } from './room-message.repository.js';
import { MAX_MESSAGE } from './room-messages.dto.js';

interface Text {
  /** Undefined if the message is new. */
  message_id?: string;
  author_id: string;
  content: string;
}

/** Filters the words of messages and finds the members whom they mention. */
@Injectable()
export class MessageTextService {
  constructor(
    private readonly messages: RoomMessageRepository,
    private readonly mentions: MentionsService,
    private readonly wordFilter: WordFilterService,
  ) {}

  clean(text: string): Promise<string> {
    return this.wordFilter.clean(text, MAX_MESSAGE);
  }

  /** Must run before the room's row is locked, because everybody who writes in the room waits for that lock. */
  async findMentionable(roomId: string, authorId: string, content: string): Promise<Set<string>> {
    const names = content.includes('@') ? mentionsIn(content) : [];
    return names.length ? this.messages.listMentionable(roomId, authorId, names) : new Set();
  }

  /** Those of the mentionable users who were not notified of the message before. */
  async findMentioned({ message_id, author_id, content }: Text, mentionable: Set<string>): Promise<string[]> {
    if (!mentionable.size) return [];
    return this.mentions.find({
      text: content,
      about: message_id === undefined ? undefined : { kind: 'room_message', id: message_id },
      skip: [author_id],
      unless: (userId) => Promise.resolve(!mentionable.has(userId)),
    });
  }
}
