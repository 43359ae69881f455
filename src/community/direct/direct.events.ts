import { IsIn, IsString } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { answerWith } from '../../platform/http/answers.js';
import { ListOf, Nested, Optional, Uuid } from '../../platform/http/fields.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import { durable, type Stream } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import { CountedReaction } from '../common.dto.js';
import { emitRead } from '../community.events.js';
import type { ViewedConversation } from './conversation.repository.js';
import { ConversationView, DirectMessageView } from './direct.dto.js';

class ConversationCreatedData extends answerWith('conversation', () => ConversationView) {}

class ConversationRemovedData {
  @Uuid() conversation_id!: string;
}

class DirectUpdatedData extends ConversationRemovedData {
  @Nested(() => DirectMessageView) message!: DirectMessageView;
}

class DirectCreatedData extends ConversationRemovedData {
  @Nested(() => DirectMessageView) message!: DirectMessageView;
  /** The `Idempotency-Key` of the request that sent the message. */
  @Optional() @IsString() client_ref?: string;
}

class DirectDeletedData extends ConversationRemovedData {
  @Uuid() message_id!: string;
}

class DirectReactedData extends DirectDeletedData {
  @Uuid() user_id!: string;
  @IsString() emoji!: string;
  @IsIn(['added', 'removed']) action!: 'added' | 'removed';
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

const CONVERSATION_CREATED = durable('conversation.created', ConversationCreatedData);
/** The other participant has deleted their account. */
const CONVERSATION_REMOVED = durable('conversation.removed', ConversationRemovedData);
const DM_CREATED = durable('dm.created', DirectCreatedData);
const DM_UPDATED = durable('dm.updated', DirectUpdatedData);
const DM_DELETED = durable('dm.deleted', DirectDeletedData);
const DM_REACTION = durable('dm.reaction', DirectReactedData);

interface OpenedConversation {
  conversation_id: string;
  user_id: string;
  /** The conversation as each of the two participants sees it. */
  views: ViewedConversation[];
}

export const ConversationCreated = defineEvent<OpenedConversation>('conversation.created', {
  data: ({ conversation_id, user_id }) => ({ conversation_id, user_id }),
  effects: ({ views }) =>
    views.map(({ viewer_id, json }) =>
      emit(CONVERSATION_CREATED, `user:${viewer_id}`, new RawJson(`{"conversation":${json}}`)),
    ),
});

/** Only the participant who remains receives it: the account of the other one is being deleted. */
export const ConversationRemoved = defineEvent<{ id: string; partner_id: string }>('conversation.removed', {
  effects: ({ id, partner_id }) => [emit(CONVERSATION_REMOVED, `user:${partner_id}`, { conversation_id: id })],
});

/** A message of a conversation, changed by the caller. */
export interface ChangedMessage {
  conversation_id: string;
  message_id: string;
  caller_id: string;
  partner_id: string;
}

const streamsOf = ({ caller_id, partner_id }: ChangedMessage): Stream[] => [`user:${caller_id}`, `user:${partner_id}`];
const dataOf = ({ conversation_id, message_id }: ChangedMessage) => ({ conversation_id, message_id });

interface SentMessage extends ChangedMessage {
  json: string;
  /** Whether the sender had unread messages before it. */
  had_unread: boolean;
  client_ref?: string;
}

/** The fields of a new message that lists show and that the answer to its sender leaves out. */
const NEW_MESSAGE = { edited_at: 'null', deleted_at: 'null', reactions: '[]' };

export const MessageSent = defineEvent<SentMessage>('dm.sent', {
  data: dataOf,
  effects: (sent) => {
    const { conversation_id: id, message_id, caller_id, json, had_unread, client_ref } = sent;
    const ref = client_ref === undefined ? '' : `,"client_ref":${JSON.stringify(client_ref)}`;
    const data = new RawJson(`{"conversation_id":"${id}","message":${jsonWith(json, NEW_MESSAGE)}${ref}}`);
    return [
      emit(DM_CREATED, streamsOf(sent), data),
      // Sending a message marks everything before it as read.
      had_unread && emitRead(caller_id, { channel_id: id, message_id, unread_count: 0 }),
    ];
  },
});

export const MessageEdited = defineEvent<ChangedMessage & { message: DirectMessageView }>('dm.edited', {
  data: dataOf,
  effects: ({ message, ...edited }) => [
    emit(DM_UPDATED, streamsOf(edited), { conversation_id: edited.conversation_id, message }),
  ],
});

export const MessageDeleted = defineEvent<ChangedMessage>('dm.deleted', {
  data: dataOf,
  effects: (deleted) => [emit(DM_DELETED, streamsOf(deleted), dataOf(deleted))],
});

interface ReactionChange extends ChangedMessage {
  emoji: string;
  action: 'added' | 'removed';
  reactions: CountedReaction[];
}

export const ReactionChanged = defineEvent<ReactionChange>(({ action }) => `dm.reaction_${action}`, {
  data: (change) => ({ ...dataOf(change), emoji: change.emoji }),
  effects: (change) => {
    const { caller_id: user_id, emoji, action, reactions } = change;
    return [emit(DM_REACTION, streamsOf(change), { ...dataOf(change), user_id, emoji, action, reactions })];
  },
});
