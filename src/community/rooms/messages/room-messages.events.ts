import { IsIn, IsString } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { durable } from '../../../realtime/event-type.js';
import { CountedReaction, RoomMessageView } from './room-messages.dto.js';

class MessageUpdated {
  @Uuid() room_id!: string;
  @Nested(() => RoomMessageView) message!: RoomMessageView;
}

class MessageCreated extends MessageUpdated {
  /** The `Idempotency-Key` of the request, if it had one. */
  @Optional() @IsString() client_ref?: string;
}

class MessageDeleted {
  @Uuid() room_id!: string;
  @Uuid() message_id!: string;
  @Uuid() deleted_by!: string;
}

class MessageReaction {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
  @Uuid() message_id!: string;
  @IsString() emoji!: string;
  @IsIn(['added', 'removed']) action!: 'added' | 'removed';
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

export const MESSAGE_CREATED = durable('message.created', MessageCreated);
export const MESSAGE_UPDATED = durable('message.updated', MessageUpdated);
export const MESSAGE_DELETED = durable('message.deleted', MessageDeleted);
export const MESSAGE_REACTION = durable('message.reaction', MessageReaction);
