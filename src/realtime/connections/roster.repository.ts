import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Departure } from '../departed.port.js';

export interface Opened {
  id: string;
  user_id: string;
  session_id: string | null;
  key_id: string | null;
  opened_at: Date;
}

interface Closed {
  id: string;
  user_id: string;
  /** In milliseconds: what time it is, the database says. */
  ago: number;
}

interface Seen {
  /** It was not known: new, or taken for dead. */
  fresh: boolean;
  /** There are others. */
  several: boolean;
}

const SEEN = sql(
  'realtime_seen',
  `INSERT INTO realtime.instances (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()
   RETURNING xmax = 0 AS fresh, EXISTS (SELECT FROM realtime.instances i WHERE i.id <> $1) AS several`,
);
// Of several connections, and several deletions at once, the latest.
const LATEST = `ON CONFLICT (user_id) DO UPDATE SET left_at = greatest(d.left_at, excluded.left_at), told = false`;
// Those of a process that died: their users left when it was seen last.
const BURY = sql(
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
const AWAKE = sql(
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
// Their accounts are locked before anything of theirs, as by whoever deletes them.
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
// The oldest of those that are too many, in whichever process they are.
const REPLACE = sql(
  'realtime_replace',
  `UPDATE realtime.connections SET replaced = true WHERE NOT replaced AND id IN (
     SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY user_id, key_id ORDER BY opened_at DESC, id) AS place, key_id
       FROM realtime.connections WHERE user_id = ANY ($1::uuid[]) AND NOT replaced
     ) ranked WHERE place > CASE WHEN key_id IS NULL THEN 10 ELSE 20 END)`,
);
const REPLACED = sql(
  'realtime_replaced',
  'SELECT id FROM realtime.connections WHERE instance = $1 AND replaced',
);
const DEPART = sql(
  'realtime_depart',
  `UPDATE realtime.departures d SET told = true
   WHERE user_id IN (
     SELECT user_id FROM realtime.departures WHERE NOT told AND left_at < now() - $1 * interval '1 second'
     ORDER BY left_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
   )
   RETURNING user_id, left_at, EXISTS (SELECT FROM realtime.connections c WHERE c.user_id = d.user_id) AS back`,
);
const FORGET = sql(
  'realtime_forget',
  `DELETE FROM realtime.departures WHERE told AND left_at < now() - interval '1 day'`,
);
const LEAVE = sql(
  'realtime_leave',
  `WITH lost AS (DELETE FROM realtime.connections WHERE instance = $1 RETURNING user_id), departed AS (
     INSERT INTO realtime.departures AS d (user_id)
     SELECT DISTINCT user_id FROM lost ORDER BY user_id ${LATEST}
   )
   DELETE FROM realtime.instances WHERE id = $1`,
);
const SETTLE = sql('realtime_settle', 'SELECT realtime.settle()');

@Injectable()
export class RosterRepository extends Repository {
  /** This process lives, and those that do not any more are forgotten with their connections. */
  async seen(instance: string): Promise<Seen> {
    await this.count(SETTLE);
    await this.bury();
    return (await this.one<Seen & object>(SEEN, instance)) as Seen;
  }

  /** The service is there, and what died of it is not. */
  async bury(): Promise<void> {
    await this.count(BURY);
    await this.count(AWAKE);
  }

  /** Who has been gone for so long that nobody asks any more. */
  async forget(): Promise<void> {
    await this.count(FORGET);
  }

  /** It ends, and its connections with it. */
  async leave(instance: string): Promise<void> {
    await this.count(LEAVE, instance);
  }

  async open(instance: string, opened: Opened[]): Promise<void> {
    await this.count(
      OPEN,
      instance,
      opened.map(({ id }) => id),
      opened.map(({ user_id }) => user_id),
      opened.map(({ session_id }) => session_id),
      opened.map(({ key_id }) => key_id),
      opened.map(({ opened_at }) => opened_at),
    );
    await this.count(REPLACE, [...new Set(opened.map(({ user_id }) => user_id))]);
  }

  async close(closed: Closed[]): Promise<void> {
    await this.count(
      CLOSE,
      closed.map(({ id }) => id),
      closed.map(({ user_id }) => user_id),
      closed.map(({ ago }) => ago),
    );
  }

  async replaced(instance: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(REPLACED, instance)).map(({ id }) => id);
  }

  /** So many of those whose last connection was closed so long ago; true where one is open. */
  async departed(seconds: number, most: number): Promise<(Departure & { back: boolean })[]> {
    return this.rows<Departure & { back: boolean }>(DEPART, seconds, most);
  }
}
