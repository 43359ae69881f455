import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type Page, type PageQuery } from '../../platform/database/page.js';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { isUuid } from '../../platform/database/uuid.js';
import { lastConnected } from '../../realtime/connections/connection-record.repository.js';
import type { Asked } from '../../realtime/extension-points.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { partnerJson } from '../person.sql.js';
import { Broadcast, type BroadcastViewer } from './broadcast.entity.js';
import type { LiveBroadcast } from './broadcasts.dto.js';

const SHOWN = 'br.id, br.host_id, br.status, br.started_at, br.ended_at';

export type BroadcastRow = Pick<Broadcast, 'id' | 'host_id' | 'status' | 'started_at' | 'ended_at'>;
type LiveRow = BroadcastRow & Pick<LiveBroadcast, 'host' | 'viewers_count'>;

interface JoinedBroadcast extends Pick<Broadcast, 'status'> {
  blocked: boolean;
  is_new: boolean;
}

const START = sql(
  'broadcast_start',
  `INSERT INTO community.broadcasts AS br (host_id) VALUES ($1)
   ON CONFLICT (host_id) WHERE status = 'live' DO UPDATE SET host_seen_at = now()
   RETURNING ${SHOWN}, xmax = 0 AS is_new`,
);
// The lock orders this and a concurrent end of the broadcast.
const JOIN = sql(
  'broadcast_join',
  `WITH br AS (
     SELECT br.id, br.status, ${blocked('br.host_id', '$2::uuid')} AS blocked
     FROM community.broadcasts br JOIN account.users u ON u.id = br.host_id AND u.user_status = 'active'
     WHERE br.id = $1 FOR NO KEY UPDATE OF br
   ), made AS (
     INSERT INTO community.broadcast_viewers (broadcast_id, user_id)
     SELECT id, $2::uuid FROM br WHERE status = 'live' AND NOT blocked
     ON CONFLICT (broadcast_id, user_id) DO NOTHING RETURNING broadcast_id
   ) SELECT br.status, br.blocked, EXISTS (SELECT FROM made) AS is_new FROM br`,
);
const VIEWER = sql(
  'broadcast_viewer',
  'SELECT broadcast_id, user_id, joined_at FROM community.broadcast_viewers WHERE broadcast_id = $1 AND user_id = $2',
);
const LIVE = sql(
  'broadcasts_live',
  `SELECT ${SHOWN}, ${partnerJson('u')} AS host, br.viewers_count
   FROM community.broadcasts br JOIN account.users u ON u.id = br.host_id AND u.user_status = 'active'
   WHERE br.status = 'live' AND (br.started_at, br.id) < ($2, $3::uuid) AND NOT ${blocked('br.host_id', '$1::uuid')}
   ORDER BY br.started_at DESC, br.id DESC LIMIT $4`,
);
// Skips a locked row: when two hosts join each other's broadcasts, waiting would be a deadlock.
const HOST_SEEN = sql(
  'broadcast_host_seen',
  `UPDATE community.broadcasts SET host_seen_at = now() WHERE id IN (
     SELECT id FROM community.broadcasts WHERE host_id = $1 AND status = 'live' FOR NO KEY UPDATE SKIP LOCKED)`,
);
// Downtime of the service does not count: no host could reconnect.
const END_DUE = (br: string) =>
  `greatest(${br}.host_seen_at, ${lastConnected(`${br}.host_id`)}, (SELECT realtime.up_since())) + interval '5 minutes'`;
const LEFT = sql(
  'broadcasts_left',
  `UPDATE community.broadcasts br SET status = 'ended', ended_at = now() WHERE br.id IN (
     SELECT l.id FROM community.broadcasts l JOIN account.users u ON u.id = l.host_id
     WHERE l.status = 'live' AND (${END_DUE('l')} <= now() OR u.user_status <> 'active')
     ORDER BY l.id LIMIT $1 FOR NO KEY UPDATE OF l SKIP LOCKED)
   RETURNING ${SHOWN}`,
);
const DUE_IN = sql(
  'broadcasts_due_in',
  `SELECT DISTINCT greatest(1, ceil(extract(epoch FROM ${END_DUE('br')} - now())))::int AS seconds
   FROM community.broadcasts br WHERE br.status = 'live' AND br.host_id = ANY ($1::uuid[])`,
);
const READABLE = sql(
  'broadcasts_readable',
  `SELECT EXISTS (
     SELECT FROM community.broadcasts br WHERE br.id = asked.id AND (br.host_id = asked.user_id OR EXISTS (
       SELECT FROM community.broadcast_viewers v WHERE v.broadcast_id = br.id AND v.user_id = asked.user_id)
       AND NOT ${blocked('br.host_id', 'asked.user_id')})
   ) AS readable
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY asked (id, user_id, n) ORDER BY n`,
);
const WATCHED_BY = sql(
  'broadcasts_watched_by_user',
  `SELECT br.id FROM community.broadcast_viewers v JOIN community.broadcasts br ON br.id = v.broadcast_id
   WHERE v.user_id = $1 AND br.status = 'live'`,
);
export const HOSTED_FOR_EXPORT = sql(
  'broadcasts_for_export',
  `SELECT id, status, started_at, ended_at FROM community.broadcasts WHERE host_id = $1 ORDER BY started_at, id`,
);
export const JOINED_FOR_EXPORT = sql(
  'broadcasts_joined_for_export',
  `SELECT broadcast_id, joined_at FROM community.broadcast_viewers WHERE user_id = $1
   ORDER BY joined_at, broadcast_id`,
);

const PAGE = new Keyset({ name: 'broadcasts-live', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class BroadcastRepository extends EntityRepository<Broadcast> {
  protected readonly entity = Broadcast;

  /** Returns the live broadcast of the host when there is one already. */
  start(hostId: string): Promise<BroadcastRow & { is_new: boolean }> {
    return this.onlyOne(START, hostId);
  }

  end(hostId: string): Promise<BroadcastRow | undefined> {
    return this.updateOne({ host_id: hostId, status: 'live' }, { status: 'ended', ended_at: NOW });
  }

  /** Undefined when the broadcast does not exist or its host is not active. */
  join(id: string, userId: string): Promise<JoinedBroadcast | undefined> {
    return this.one<JoinedBroadcast>(JOIN, id, userId);
  }

  findViewer(id: string, userId: string): Promise<BroadcastViewer> {
    return this.onlyOne(VIEWER, id, userId);
  }

  async countViewers(id: string): Promise<number | undefined> {
    return (await this.findOne({ id }, { select: ['viewers_count'] }))?.viewers_count;
  }

  /** The live broadcasts that the viewer may see, newest first. */
  async pageLive(viewerId: string, query: PageQuery): Promise<Page<LiveRow>> {
    const slice = PAGE.read(query);
    const found = await this.rows<LiveRow>(LIVE, viewerId, ...newestFirst(slice));
    return PAGE.cut(found, slice, ({ started_at, id }) => [started_at, id]);
  }

  /** The statement runs with the COMMIT. */
  touchHost(hostId: string): void {
    this.atEnd(HOST_SEEN, hostId);
  }

  /** Ends broadcasts whose hosts were away for five minutes or are not active any more. */
  endLeft(limit: number): Promise<BroadcastRow[]> {
    return this.rows<BroadcastRow>(LEFT, limit);
  }

  /** The seconds until the broadcasts of these hosts end, unless the hosts come back. */
  async listDueIn(hostIds: string[]): Promise<number[]> {
    return (await this.rows<{ seconds: number }>(DUE_IN, hostIds)).map(({ seconds }) => seconds);
  }

  /** In the order of `asked`. */
  async checkReadable(asked: Asked[]): Promise<boolean[]> {
    const ids = asked.map(({ id }) => (isUuid(id) ? id : null));
    const rows = await this.rows<{ readable: boolean }>(
      READABLE,
      ids,
      asked.map(({ user_id }) => user_id),
    );
    return rows.map(({ readable }) => readable);
  }

  /** The live broadcasts that the user has joined. */
  async listWatchedBy(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(WATCHED_BY, userId)).map(({ id }) => id);
  }
}
