import type { Caller } from '../platform/access/caller.js';

/** Says who is writing, in rooms and in conversations: its area declares it among its providers. */
export abstract class TypingKeeper {
  /** The same that POST /v1/community/typing does, with its refusals. */
  abstract type(caller: Caller, channelId: string, isTyping: boolean): Promise<void>;
}
