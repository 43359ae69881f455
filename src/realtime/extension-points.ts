import type { Caller } from '../platform/access/access.js';

export interface Asked {
  id: string;
  user_id: string;
}

/** 'no' hides that the stream exists. 'banned' does not, as a banned user knows of it. */
export type Readable = 'yes' | 'no' | 'banned';

/** Extension point: access to one kind of stream. Each area provides its own, as realtime must not import areas. */
export abstract class StreamPolicy {
  abstract readonly kind: 'room' | 'post' | 'broadcast';

  /** The same rule as the GET of the resource, for many at once. Returns the answers in the order of the questions. */
  abstract readable(asked: Asked[]): Promise<Readable[]>;

  /** The ids of streams that a user is subscribed to without a request, latest activity first. */
  joined(_userId: string, _limit: number): Promise<string[]> {
    return Promise.resolve([]);
  }
}

export const PRESENCE_STATUSES = ['online', 'away', 'dnd', 'offline'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

export interface PresenceState {
  user_id: string;
  status: PresenceStatus;
  /** ISO 8601; null if it is hidden or unknown. */
  last_seen: string | null;
}

/** Extension point: the presence of users. The community area provides it, as realtime must not import areas. */
export abstract class PresenceSource {
  /** Returns the states in the order of the ids. An invisible user looks like one who never set a presence. */
  abstract of(userIds: string[], viewerId: string): Promise<PresenceState[]>;

  /** The users among these whose presence the viewer may see. */
  abstract watchable(userIds: string[], viewerId: string): Promise<string[]>;

  /** The same as POST /v1/community/presence. */
  abstract set(userId: string, status: PresenceStatus): Promise<PresenceState>;
}

/** Extension point: sends typing indicators of rooms and conversations. The community area provides it. */
export abstract class TypingHandler {
  /** The same as POST /v1/community/typing, with its refusals. */
  abstract type(caller: Caller, channelId: string, isTyping: boolean): Promise<void>;
}

export interface Departure {
  user_id: string;
  /** When the last connection of the user ended. */
  left_at: Date;
}

/** Extension point: what an area does when users go offline. Each area provides its own. */
export abstract class UserOfflineHook {
  /** Runs in the transaction that records the departure, a minute after the last connection ended without a new one. */
  abstract departed(people: Departure[]): Promise<void>;
}
