import { IsIn, IsString } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { CountedReaction } from '../rooms/messages/room-messages.dto.js';
import { ConversationView, DirectMessageView } from './direct.dto.js';

export class ConversationCreated {
  @Nested(() => ConversationView) conversation!: ConversationView;
}

class OfConversation {
  @Uuid() conversation_id!: string;
}

class ConversationRemoved extends OfConversation {}

export class DirectCreated extends OfConversation {
  @Nested(() => DirectMessageView) message!: DirectMessageView;
  /** The `Idempotency-Key` of the request that sent the message. */
  @Optional() @IsString() client_ref?: string;
}

export class DirectUpdated extends OfConversation {
  @Nested(() => DirectMessageView) message!: DirectMessageView;
}

export class DirectDeleted extends OfConversation {
  @Uuid() message_id!: string;
}

export class DirectReacted extends DirectDeleted {
  @Uuid() user_id!: string;
  @IsString() emoji!: string;
  @IsIn(['added', 'removed']) action!: 'added' | 'removed';
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

export const CONVERSATION_CREATED = durable('conversation.created', ConversationCreated);
/** The other participant has deleted their account. */
export const CONVERSATION_REMOVED = durable('conversation.removed', ConversationRemoved);
export const DM_CREATED = durable('dm.created', DirectCreated);
export const DM_UPDATED = durable('dm.updated', DirectUpdated);
export const DM_DELETED = durable('dm.deleted', DirectDeleted);
export const DM_REACTION = durable('dm.reaction', DirectReacted);
