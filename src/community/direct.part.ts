import { Call } from './calls/call.entity.js';
import { CallRepository } from './calls/call.repository.js';
import { CallsController } from './calls/calls.controller.js';
import { EndForgottenCalls } from './calls/end-forgotten-calls.job.js';
import { EndUnansweredCall } from './calls/end-unanswered-call.job.js';
import { HangUp } from './calls/hang-up.js';
import { MakeCall } from './calls/make-call.js';
import { TellOfCall } from './calls/tell-of-call.js';
import { Conversation } from './direct/conversation.entity.js';
import { ConversationRepository } from './direct/conversation.repository.js';
import { DirectAccess } from './direct/direct-access.js';
import { DirectMessage } from './direct/direct-message.entity.js';
import { DirectMessageRepository } from './direct/direct-message.repository.js';
import { DirectMessagesController } from './direct/direct-messages.controller.js';
import { DirectReaction } from './direct/direct-reaction.entity.js';
import { DirectReactionRepository } from './direct/direct-reaction.repository.js';
import { DirectController } from './direct/direct.controller.js';
import { DirectSection } from './direct/direct.section.js';
import { ForgetConversations } from './direct/forget-conversations.js';
import { OpenConversation } from './direct/open-conversation.js';
import { ReactToDirect } from './direct/react-to-direct.js';
import { ReadDirect } from './direct/read-direct.js';
import { TellOfDirect } from './direct/tell-of-direct.js';
import { WriteDirect } from './direct/write-direct.js';
import { Direct1790000012200 } from './migrations/1790000012200-direct.js';
import { ForgottenCalls1790000013510 } from './migrations/1790000013510-forgotten-calls.js';
import type { Part } from './part.js';
import { ForgetPresence } from './presence/forget-presence.js';
import { PresenceController } from './presence/presence.controller.js';
import { Presence } from './presence/presence.entity.js';
import { PresenceRepository } from './presence/presence.repository.js';
import { Presences } from './presence/presences.js';
import { TurnOffline } from './presence/turn-offline.js';
import { Typing } from './typing/typing.js';
import { TypingController } from './typing/typing.controller.js';

const MESSAGES = [
  ConversationRepository,
  DirectMessageRepository,
  DirectReactionRepository,
  DirectAccess,
  TellOfDirect,
  OpenConversation,
  WriteDirect,
  ReactToDirect,
  ReadDirect,
  DirectSection,
  ForgetConversations,
];
const CALLS = [CallRepository, TellOfCall, MakeCall, EndUnansweredCall, EndForgottenCalls, HangUp];
const PRESENCE = [PresenceRepository, Presences, TurnOffline, ForgetPresence];

/** What people have with each other outside of rooms. */
export const DIRECT: Part = {
  controllers: [
    DirectMessagesController,
    DirectController,
    CallsController,
    PresenceController,
    TypingController,
  ],
  providers: [...MESSAGES, ...CALLS, ...PRESENCE, Typing],
  entities: [Conversation, DirectMessage, DirectReaction, Call, Presence],
  migrations: [Direct1790000012200, ForgottenCalls1790000013510],
};
