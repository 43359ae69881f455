import { IsInt } from 'class-validator';
import { Uuid } from '../platform/http/input/fields.js';
import { durable } from '../realtime/event-type.js';

/** How far somebody has read, told to his own connections. */
export class ReadUpdated {
  /** A room or a conversation. */
  @Uuid() channel_id!: string;
  @Uuid() message_id!: string;
  @IsInt() unread_count!: number;
}

export const READ_UPDATED = durable('read.updated', ReadUpdated);
