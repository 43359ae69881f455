import type { Caller } from '../platform/access/caller.js';

/** Extension point: sends typing indicators of rooms and conversations. The community area provides it. */
export abstract class TypingHandler {
  /** The same as POST /v1/community/typing, with its refusals. */
  abstract type(caller: Caller, channelId: string, isTyping: boolean): Promise<void>;
}
