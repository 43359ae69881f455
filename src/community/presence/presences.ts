import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { AtMost } from '../../realtime/at-most.js';
import type { Departure } from '../../realtime/departed.port.js';
import {
  PresenceKeeper,
  type PresenceState,
  type PresenceStatus,
} from '../../realtime/presence-keeper.port.js';
import { Realtime } from '../../realtime/realtime.js';
import { PRESENCE } from './presence.io.js';
import { PresenceRepository } from './presence.repository.js';

/** So often those who watch somebody hear of him. */
const EVERY_MS = 5_000;

@Injectable()
export class Presences extends PresenceKeeper {
  constructor(
    private readonly presences: PresenceRepository,
    private readonly atMost: AtMost,
    private readonly realtime: Realtime,
    private readonly database: Database,
  ) {
    super();
  }

  async of(userIds: string[], viewerId: string): Promise<PresenceState[]> {
    const known = new Map<string, PresenceState>();
    const asked = userIds.filter(isUuid);
    const found = asked.length ? await this.presences.of(asked, viewerId) : [];
    for (const state of found) known.set(state.user_id, state);
    return userIds.map((user_id) => known.get(user_id.toLowerCase()) ?? unseen(user_id));
  }

  async watchable(userIds: string[], viewerId: string): Promise<string[]> {
    const asked = userIds.filter(isUuid);
    return asked.length ? this.presences.watchable(asked, viewerId) : [];
  }

  /** Undefined where he has none, or the viewer may not see him. */
  async find(userId: string, viewerId: string): Promise<PresenceState | undefined> {
    return isUuid(userId) ? (await this.presences.of([userId], viewerId))[0] : undefined;
  }

  set(userId: string, status: PresenceStatus): Promise<PresenceState> {
    return this.database.transaction(async () => {
      const state = await this.presences.set(userId, status);
      this.tell(status === 'offline' ? { ...state, last_seen: null } : state, userId);
      return state;
    });
  }

  /** Who has no connection any more. */
  async gone(people: Departure[]): Promise<void> {
    for (const state of await this.presences.gone(people)) this.tell(state, null);
  }

  /** His row goes with his account. */
  forget(userId: string): void {
    this.tell(unseen(userId), null);
  }

  private tell(state: PresenceState, actorId: string | null): void {
    this.atMost.atMost(`presence:${state.user_id}`, EVERY_MS, () =>
      this.realtime.hint(PRESENCE, `presence:${state.user_id}`, state, actorId),
    );
  }
}

const unseen = (user_id: string): PresenceState => ({ user_id, status: 'offline', last_seen: null });
