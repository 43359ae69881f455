import { IsBoolean, IsInt, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Time, Uuid, Words } from '../../platform/http/fields.js';
import { CountedReaction, Emoji, PartnerView } from '../common.dto.js';

export class OpenConversationInput {
  @Uuid() user_id!: string;
}

/** Maximum length of a message in code points. */
export const LONGEST = 4_000;

export class DirectMessageInput {
  @Words(LONGEST) content!: string;
}

export class ReactDirectInput {
  @Uuid() message_id!: string;
  @Emoji() emoji!: string;
}

export class ReadDirectInput {
  @Uuid() message_id!: string;
}

class LastWords {
  /** Empty when the message is deleted. */
  @IsString() content!: string;
  @Time() created_at!: Date;
}

class SentDirectMessage extends LastWords {
  @Uuid() id!: string;
  @Uuid() sender_id!: string;
}

export class LastMessageView extends SentDirectMessage {
  @Nullable() @Time() deleted_at!: Date | null;
}

export class DirectMessageView extends LastMessageView {
  @Nullable() @Time() edited_at!: Date | null;
  /** In the order of their first use. */
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

export class ConversationView {
  @Uuid() id!: string;
  @Nested(() => PartnerView) partner!: PartnerView;
  /** Null when there is no message yet. */
  @Nullable() @Nested(() => LastMessageView) last_message!: LastMessageView | null;
  @IsInt() unread_count!: number;
  @Time() created_at!: Date;
  /** When the latest message was sent. */
  @Time() updated_at!: Date;
}

class OpenedConversation {
  @Uuid() id!: string;
  @Nested(() => PartnerView) partner!: PartnerView;
  /** Null when there is no message yet. */
  @Nullable() @Nested(() => LastWords) last_message!: LastWords | null;
  @Time() created_at!: Date;
}

export class OpenedConversationAnswer {
  @Nested(() => OpenedConversation) conversation!: OpenedConversation;
  @IsBoolean() existing!: boolean;
}

export class ConversationsAnswer extends pageOf('conversations', () => ConversationView) {}

export class SentDirectMessageAnswer extends answerWith('message', () => SentDirectMessage) {}

export class DirectMessageAnswer extends answerWith('message', () => DirectMessageView) {}

export class DirectMessagesAnswer extends pageOf('messages', () => DirectMessageView) {}

export class DirectReactionView {
  @Uuid() message_id!: string;
  @Uuid() user_id!: string;
  @IsString() emoji!: string;
}

export class DirectReactionAnswer extends answerWith('reaction', () => DirectReactionView) {}
