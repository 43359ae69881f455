import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { columnsOf, sql } from '../../platform/database/sql.js';
import type { Departure } from '../extension-points.js';
import { CHECK_ORIGIN } from '../log/log.repository.js';

export interface OpenedRow {
  id: string;
  user_id: string;
  session_id: string | null;
  key_id: string | null;
  opened_at: Date;
}

interface ClosedRow {
  id: string;
  user_id: string;
  /** Milliseconds since the closing. The database computes the time, as clocks of processes differ. */
  ago: number;
}

interface InstanceState {
  /** The instance is new, or was removed as dead. */
  fresh: boolean;
  /** Other instances exist. */
  several: boolean;
}

const RENEW_INSTANCE = sql(
  'realtime_seen',
  `INSERT INTO realtime.instances (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()
   RETURNING xmax = 0 AS fresh, EXISTS (SELECT FROM realtime.instances i WHERE i.id <> $1) AS several`,
);
// Several connections of a user may be deleted at once; the latest time wins.
const LATEST = `ON CONFLICT (user_id) DO UPDATE SET left_at = greatest(d.left_at, excluded.left_at), told = false`;
// Connections of a dead process: their users left when the process last renewed its row.
const REMOVE_DEAD = sql(
  'realtime_bury',
  `WITH dead AS (
     SELECT id, seen_at FROM realtime.instances WHERE seen_at < now() - interval '40 seconds' FOR UPDATE SKIP LOCKED
   ), lost AS (
     DELETE FROM realtime.connections c USING dead WHERE c.instance = dead.id RETURNING c.user_id, dead.seen_at
   ), departed AS (
     INSERT INTO realtime.departures AS d (user_id, left_at)
     SELECT user_id, max(seen_at) FROM lost GROUP BY user_id ORDER BY user_id ${LATEST}
   )
   DELETE FROM realtime.instances i USING dead WHERE i.id = dead.id`,
);
const RECORD_UPTIME = sql(
  'realtime_awake',
  `UPDATE realtime.uptime SET since = realtime.up_since(), seen_at = now()
   WHERE seen_at < now() - interval '10 seconds'`,
);
const OPEN = sql(
  'realtime_open',
  `INSERT INTO realtime.connections (id, instance, user_id, session_id, key_id, opened_at)
   SELECT o.id, $1, u.id, o.session_id, o.key_id, o.opened_at
   FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
     AS o (id, user_id, session_id, key_id, opened_at)
   JOIN account.users u ON u.id = o.user_id ORDER BY u.id FOR KEY SHARE OF u
   ON CONFLICT (id) DO UPDATE SET session_id = excluded.session_id, key_id = excluded.key_id`,
);
// Accounts are locked before their rows, in the same order as in the deletion of accounts.
const CLOSE = sql(
  'realtime_close',
  `WITH closed AS (DELETE FROM realtime.connections WHERE id = ANY ($1::text[])), held AS (
     SELECT u.id FROM account.users u WHERE u.id = ANY ($2::uuid[]) ORDER BY u.id FOR KEY SHARE
   )
   INSERT INTO realtime.departures AS d (user_id, left_at)
   SELECT held.id, now() - min(c.ago) * interval '1 millisecond'
   FROM held JOIN unnest($2::uuid[], $3::float8[]) AS c (user_id, ago) ON c.user_id = held.id
   GROUP BY held.id ORDER BY held.id ${LATEST}`,
);
// Marks the oldest connections beyond the limit of a user, in any process.
const MARK_REPLACED = sql(
  'realtime_replace',
  `UPDATE realtime.connections SET replaced = true WHERE NOT replaced AND id IN (
     SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY user_id, key_id ORDER BY opened_at DESC, id) AS place, key_id
       FROM realtime.connections WHERE user_id = ANY ($1::uuid[]) AND NOT replaced
     ) ranked WHERE place > CASE WHEN key_id IS NULL THEN 10 ELSE 20 END)`,
);
const REPLACED = sql('realtime_replaced', 'SELECT id FROM realtime.connections WHERE instance = $1 AND replaced');
const TAKE_OFFLINE = sql(
  'realtime_depart',
  `UPDATE realtime.departures d SET told = true
   WHERE user_id IN (
     SELECT user_id FROM realtime.departures WHERE NOT told AND left_at < now() - $1 * interval '1 second'
     ORDER BY left_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
   )
   RETURNING user_id, left_at, EXISTS (SELECT FROM realtime.connections c WHERE c.user_id = d.user_id) AS back`,
);
const PURGE = sql(
  'realtime_forget',
  `DELETE FROM realtime.departures WHERE told AND left_at < now() - interval '1 day'`,
);
const REMOVE_INSTANCE = sql(
  'realtime_leave',
  `WITH lost AS (DELETE FROM realtime.connections WHERE instance = $1 RETURNING user_id), departed AS (
     INSERT INTO realtime.departures AS d (user_id)
     SELECT DISTINCT user_id FROM lost ORDER BY user_id ${LATEST}
   )
   DELETE FROM realtime.instances WHERE id = $1`,
);

@Injectable()
export class ConnectionRecordRepository extends BaseRepository {
  /** Renews the row of this process and removes dead processes with their connections. */
  async renewInstance(instance: string): Promise<InstanceState> {
    await this.checkOrigin();
    await this.removeDead();
    return this.onlyOne(RENEW_INSTANCE, instance);
  }

  async checkOrigin(): Promise<void> {
    await this.count(CHECK_ORIGIN);
  }

  /** Removes dead processes and records that the service is up. */
  async removeDead(): Promise<void> {
    await this.count(REMOVE_DEAD);
    await this.count(RECORD_UPTIME);
  }

  /** Deletes departures older than a day. */
  async purgeDepartures(): Promise<void> {
    await this.count(PURGE);
  }

  /** Removes this process and its connections. */
  async removeInstance(instance: string): Promise<void> {
    await this.count(REMOVE_INSTANCE, instance);
  }

  async insertOpened(instance: string, opened: OpenedRow[]): Promise<void> {
    await this.count(OPEN, instance, ...columnsOf(opened, 'id', 'user_id', 'session_id', 'key_id', 'opened_at'));
    await this.count(MARK_REPLACED, [...new Set(opened.map(({ user_id }) => user_id))]);
  }

  async deleteClosed(closed: ClosedRow[]): Promise<void> {
    await this.count(CLOSE, ...columnsOf(closed, 'id', 'user_id', 'ago'));
  }

  async listReplaced(instance: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(REPLACED, instance)).map(({ id }) => id);
  }

  /** Takes departures older than `seconds`, at most `most`. `back` is true if the user has a connection again. */
  takeOffline(seconds: number, most: number): Promise<(Departure & { back: boolean })[]> {
    return this.rows(TAKE_OFFLINE, seconds, most);
  }
}

/**
 * SQL expression for when a user last had a connection: now if one is open, null if there was none for more
 * than a day. `realtime.up_since()` tells since when the service accepts connections.
 */
export const lastConnected = (user: string) =>
  `CASE WHEN EXISTS (SELECT FROM realtime.connections rc WHERE rc.user_id = ${user}) THEN now()
     ELSE (SELECT rd.left_at FROM realtime.departures rd WHERE rd.user_id = ${user}) END`;
