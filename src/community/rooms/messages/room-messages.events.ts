import { IsIn, IsString } from 'class-validator';
import { defineEvent } from '../../../events/define-event.js';
import { forget, notify } from '../../../notifications/notification.effects.js';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { jsonWith, RawJson } from '../../../platform/http/raw-json.js';
import { durable } from '../../../realtime/event-type.js';
import { emit } from '../../../realtime/realtime.effects.js';
import { CountedReaction } from '../../common.dto.js';
import { RoomMessageView } from './room-messages.dto.js';

class MessageUpdatedData {
  @Uuid() room_id!: string;
  @Nested(() => RoomMessageView) message!: RoomMessageView;
}

class MessageCreatedData extends MessageUpdatedData {
  /** The `Idempotency-Key` of the request, if it had one. */
  @Optional() @IsString() client_ref?: string;
}

class MessageDeletedData {
  @Uuid() room_id!: string;
  @Uuid() message_id!: string;
  @Uuid() deleted_by!: string;
}

class MessageReactionData {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
  @Uuid() message_id!: string;
  @IsString() emoji!: string;
  @IsIn(['added', 'removed']) action!: 'added' | 'removed';
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

const MESSAGE_CREATED = durable('message.created', MessageCreatedData);
const MESSAGE_UPDATED = durable('message.updated', MessageUpdatedData);
const MESSAGE_DELETED = durable('message.deleted', MessageDeletedData);
const MESSAGE_REACTION = durable('message.reaction', MessageReactionData);

interface WrittenMessage {
  room_id: string;
  id: string;
  /** The message as JSON. */
  json: string;
  /** Users who are notified of a mention. */
  mentioned: string[];
}

const notifyMentioned = ({ room_id, id, mentioned }: WrittenMessage) =>
  mentioned.map((user_id) =>
    notify({ user_id, type: 'mention', about: { kind: 'room_message', id }, data: { room_id, message_id: id } }),
  );

/** The fields that a new message has in lists but not in the answer to its author. */
const NEW_MESSAGE = { deleted_at: 'null', edited_at: 'null', reactions: '[]' };

export const MessageCreated = defineEvent<WrittenMessage & { client_ref?: string }>('message.created', {
  data: ({ room_id, id }) => ({ room_id, message_id: id }),
  effects: ({ client_ref, ...message }) => {
    const { room_id, json } = message;
    const ref = client_ref === undefined ? '' : `,"client_ref":${JSON.stringify(client_ref)}`;
    const data = new RawJson(`{"room_id":"${room_id}","message":${jsonWith(json, NEW_MESSAGE)}${ref}}`);
    return [...notifyMentioned(message), emit(MESSAGE_CREATED, `room:${room_id}`, data)];
  },
});

export const MessageUpdated = defineEvent<WrittenMessage>('message.updated', {
  data: ({ room_id, id }) => ({ room_id, message_id: id }),
  effects: (message) => {
    const data = new RawJson(`{"room_id":"${message.room_id}","message":${message.json}}`);
    return [...notifyMentioned(message), emit(MESSAGE_UPDATED, `room:${message.room_id}`, data)];
  },
});

export const MessageDeleted = defineEvent<MessageDeletedData & { staff: boolean }>('message.deleted', {
  data: ({ room_id, message_id }) => ({ room_id, message_id }),
  staff: ({ staff }) => staff,
  effects: ({ room_id, message_id, deleted_by }) => [
    emit(MESSAGE_DELETED, `room:${room_id}`, { room_id, message_id, deleted_by }),
    forget({ kind: 'room_message', id: message_id }),
  ],
});

export const ReactionChanged = defineEvent<MessageReactionData>(({ action }) => `message.reaction_${action}`, {
  data: ({ room_id, user_id, message_id, emoji, action }) => ({ room_id, user_id, message_id, emoji, action }),
  effects: (change) => [emit(MESSAGE_REACTION, `room:${change.room_id}`, change)],
});
