import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { isUuid } from '../../platform/database/uuid.js';
import { hint } from '../../realtime/event-type.js';
import {
  PresenceSource,
  type PresenceState,
  type PresenceStatus,
  type Departure,
} from '../../realtime/extension-points.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { PresenceView } from './presence.dto.js';
import { PresenceRepository } from './presence.repository.js';

const PRESENCE = hint('presence', PresenceView);

/** The shortest time between two updates that watchers receive of one user. */
const UPDATE_INTERVAL_MS = 5_000;

@Injectable()
export class PresenceService extends PresenceSource {
  constructor(
    private readonly presences: PresenceRepository,
    private readonly throttle: ThrottleService,
    private readonly realtime: RealtimeService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async of(userIds: string[], viewerId: string): Promise<PresenceState[]> {
    const ids = userIds.filter(isUuid);
    const found = ids.length ? await this.presences.listVisible(ids, viewerId) : [];
    const known = new Map(found.map((state) => [state.user_id, state]));
    return userIds.map((user_id) => known.get(user_id.toLowerCase()) ?? offline(user_id));
  }

  async watchable(userIds: string[], viewerId: string): Promise<string[]> {
    const ids = userIds.filter(isUuid);
    return ids.length ? this.presences.listWatchable(ids, viewerId) : [];
  }

  /** Undefined when the user never set a presence, or when a block hides it from the viewer. */
  async find(userId: string, viewerId: string): Promise<PresenceState | undefined> {
    return isUuid(userId) ? (await this.presences.listVisible([userId], viewerId))[0] : undefined;
  }

  set(userId: string, status: PresenceStatus): Promise<PresenceState> {
    return this.database.transaction(async () => {
      const state = await this.presences.set(userId, status);
      this.announce(status === 'offline' ? { ...state, last_seen: null } : state, userId);
      return state;
    });
  }

  /** Runs in the transaction that records the departures. */
  async setOffline(people: Departure[]): Promise<void> {
    for (const state of await this.presences.setOffline(people)) this.announce(state, null);
  }

  /** Writes nothing: the row is deleted with the account, and the status of a locked account is not shown. */
  announceOffline(userId: string): void {
    this.announce(offline(userId), null);
  }

  private announce(state: PresenceState, actorId: string | null): void {
    this.throttle.atMost(`presence:${state.user_id}`, UPDATE_INTERVAL_MS, () =>
      this.realtime.hint(PRESENCE, `presence:${state.user_id}`, state, actorId),
    );
  }
}

const offline = (user_id: string): PresenceState => ({ user_id, status: 'offline', last_seen: null });
