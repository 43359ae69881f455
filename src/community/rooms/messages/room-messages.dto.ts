import { IsString } from 'class-validator';
import { answerWith, pageOf } from '../../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Time, Uuid, Words } from '../../../platform/http/fields.js';
import { CountedReaction, Emoji, MessageAuthorView } from '../../common.dto.js';

export const MAX_MESSAGE = 4_000;

export class WriteRoomMessageInput {
  @Words(MAX_MESSAGE) content!: string;
}

export class ReactToMessageInput {
  @Emoji() emoji!: string;
}

export class ReadRoomInput {
  @Uuid() message_id!: string;
}

class WrittenRoomMessage {
  @Uuid() id!: string;
  /** Empty if the message was deleted. */
  @IsString() content!: string;
  @Time() created_at!: Date;
  /** Null if the account was deleted. */
  @Nullable() @Nested(() => MessageAuthorView) author!: MessageAuthorView | null;
}

export class LastRoomMessage extends WrittenRoomMessage {
  @Nullable() @Time() deleted_at!: Date | null;
}

export class RoomMessageView extends LastRoomMessage {
  @Nullable() @Time() edited_at!: Date | null;
  /** In the order of first use. */
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

export class WrittenRoomMessageAnswer extends answerWith('message', () => WrittenRoomMessage) {}

export class RoomMessageAnswer extends answerWith('message', () => RoomMessageView) {}

export class RoomMessagesAnswer extends pageOf('messages', () => RoomMessageView) {}

export class RoomReactionView {
  @Uuid() message_id!: string;
  @Uuid() user_id!: string;
  @IsString() emoji!: string;
}

export class RoomReactionAnswer extends answerWith('reaction', () => RoomReactionView) {}
