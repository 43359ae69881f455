import { Injectable } from '@nestjs/common';
import { iso, sql } from '../../platform/database/sql.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import type { Departure, PresenceState, PresenceStatus } from '../../realtime/extension-points.js';
import { blocked } from '../../social/blocks/blocked.sql.js';

const STATE = `p.user_id, p.status, ${iso('p.last_seen')} AS last_seen`;

const SET = sql(
  'presence_set',
  `INSERT INTO community.presence AS p (user_id, status, is_hidden) VALUES ($1, $2, $2 = 'offline')
   ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, is_hidden = excluded.is_hidden,
     last_seen = greatest(p.last_seen, excluded.last_seen)
   RETURNING ${STATE}`,
);
/** A user who chose to be offline keeps the row as it is: it must not tell when they left. */
const SET_OFFLINE = sql(
  'presence_gone',
  `WITH there AS (
     SELECT p.user_id, g.left_at
     FROM community.presence p JOIN unnest($1::uuid[], $2::timestamptz[]) AS g (user_id, left_at) USING (user_id)
     WHERE p.status <> 'offline' ORDER BY p.user_id FOR NO KEY UPDATE OF p
   )
   UPDATE community.presence p SET status = 'offline', last_seen = greatest(p.last_seen, there.left_at)
   FROM there WHERE p.user_id = there.user_id RETURNING ${STATE}`,
);
const VISIBLE = sql(
  'presence_of',
  `SELECT p.user_id, p.status,
     CASE WHEN NOT p.is_hidden OR p.user_id = $2::uuid THEN ${iso('p.last_seen')} END AS last_seen
   FROM community.presence p
   WHERE p.user_id = ANY ($1::uuid[]) AND NOT ${blocked('p.user_id', '$2::uuid')}`,
);
const WATCHABLE = sql(
  'presence_watchable',
  `SELECT u.id FROM account.users u
   WHERE u.id = ANY ($1::uuid[]) AND u.user_status = 'active' AND NOT ${blocked('u.id', '$2::uuid')}`,
);

@Injectable()
export class PresenceRepository extends BaseRepository {
  /** Returns the state as the user themselves sees it. */
  set(userId: string, status: PresenceStatus): Promise<PresenceState> {
    return this.onlyOne(SET, userId, status);
  }

  /** Returns the new state of the users who were not offline before. */
  setOffline(people: Departure[]): Promise<PresenceState[]> {
    return this.rows<PresenceState>(
      SET_OFFLINE,
      people.map(({ user_id }) => user_id),
      people.map(({ left_at }) => left_at),
    );
  }

  /** Leaves out users who never set a presence and users whom a block hides from the viewer. */
  listVisible(userIds: string[], viewerId: string): Promise<PresenceState[]> {
    return this.rows<PresenceState>(VISIBLE, userIds, viewerId);
  }

  async listWatchable(userIds: string[], viewerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(WATCHABLE, userIds, viewerId)).map(({ id }) => id);
  }
}
