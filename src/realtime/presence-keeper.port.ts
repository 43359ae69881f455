export const PRESENCE_STATUSES = ['online', 'away', 'dnd', 'offline'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

export interface PresenceState {
  user_id: string;
  status: PresenceStatus;
  /** ISO 8601; null where it is not told. */
  last_seen: string | null;
}

/** Who is there: its area declares it among its providers, and realtime never sees the area. */
export abstract class PresenceKeeper {
  /** In the order of the ids; who may not be seen looks like who never set one. */
  abstract of(userIds: string[], viewerId: string): Promise<PresenceState[]>;

  /** Those of them of whose changes the viewer may hear, now that he watches them. */
  abstract watchable(userIds: string[], viewerId: string): Promise<string[]>;

  /** The same that POST /v1/community/presence does. */
  abstract set(userId: string, status: PresenceStatus): Promise<PresenceState>;
}
