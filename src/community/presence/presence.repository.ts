import { Injectable } from '@nestjs/common';
import { iso } from '../../platform/database/json.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Departure } from '../../realtime/departed.port.js';
import type { PresenceState, PresenceStatus } from '../../realtime/presence-keeper.port.js';
import { blocked } from '../../social/blocks/blocked.sql.js';

const STATE = `p.user_id, p.status, ${iso('p.last_seen')} AS last_seen`;

const SET = sql(
  'presence_set',
  `INSERT INTO community.presence AS p (user_id, status, is_hidden) VALUES ($1, $2, $2 = 'offline')
   ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, is_hidden = excluded.is_hidden,
     last_seen = greatest(p.last_seen, excluded.last_seen)
   RETURNING ${STATE}`,
);
/** Who chose to be offline stays so: it is not told when he has gone. */
const GONE = sql(
  'presence_gone',
  `WITH there AS (
     SELECT p.user_id, g.left_at
     FROM community.presence p JOIN unnest($1::uuid[], $2::timestamptz[]) AS g (user_id, left_at) USING (user_id)
     WHERE p.status <> 'offline' ORDER BY p.user_id FOR NO KEY UPDATE OF p
   )
   UPDATE community.presence p SET status = 'offline', last_seen = greatest(p.last_seen, there.left_at)
   FROM there WHERE p.user_id = there.user_id RETURNING ${STATE}`,
);
const OF = sql(
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
export class PresenceRepository extends Repository {
  /** As he sees it himself. */
  async set(userId: string, status: PresenceStatus): Promise<PresenceState> {
    return (await this.one<PresenceState & object>(SET, userId, status)) as PresenceState;
  }

  /** Answers those who were there. */
  gone(people: Departure[]): Promise<PresenceState[]> {
    return this.rows<PresenceState & object>(
      GONE,
      people.map(({ user_id }) => user_id),
      people.map(({ left_at }) => left_at),
    );
  }

  /** Of those who have one, and may be seen. */
  of(userIds: string[], viewerId: string): Promise<PresenceState[]> {
    return this.rows<PresenceState & object>(OF, userIds, viewerId);
  }

  async watchable(userIds: string[], viewerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(WATCHABLE, userIds, viewerId)).map(({ id }) => id);
  }
}
