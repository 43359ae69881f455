export const PRESENCE_STATUSES = ['online', 'away', 'dnd', 'offline'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

export interface PresenceState {
  user_id: string;
  status: PresenceStatus;
  /** ISO 8601; null if it is hidden or unknown. */
  last_seen: string | null;
}

/**
 * Extension point: the presence of users. The community area provides it, as realtime must not import areas.
 */
export abstract class PresenceSource {
  /**
   * Returns the states in the order of the ids. An invisible user looks like one who never set a presence.
   */
  abstract of(userIds: string[], viewerId: string): Promise<PresenceState[]>;

  /** The users among these whose presence the viewer may see. */
  abstract watchable(userIds: string[], viewerId: string): Promise<string[]>;

  /** The same as POST /v1/community/presence. */
  abstract set(userId: string, status: PresenceStatus): Promise<PresenceState>;
}
