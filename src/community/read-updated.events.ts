import { IsInt } from 'class-validator';
import { Uuid } from '../platform/http/input/fields.js';
import { durable } from '../realtime/event-type.js';

/** How far a user has read, sent to their own connections only. */
export class ReadUpdated {
  /** The id of a room or of a conversation. */
  @Uuid() channel_id!: string;
  @Uuid() message_id!: string;
  @IsInt() unread_count!: number;
}

export const READ_UPDATED = durable('read.updated', ReadUpdated);
