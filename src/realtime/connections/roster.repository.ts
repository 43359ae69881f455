import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

export interface Opened {
  id: string;
  user_id: string;
  session_id: string | null;
  key_id: string | null;
  opened_at: Date;
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
// Those of a process that died: their users left when it was seen last, and that is long enough ago.
const BURY = sql(
  'realtime_bury',
  `WITH dead AS (
     SELECT id FROM realtime.instances WHERE seen_at < now() - interval '40 seconds' FOR UPDATE SKIP LOCKED
   ), lost AS (DELETE FROM realtime.connections c USING dead WHERE c.instance = dead.id)
   DELETE FROM realtime.instances i USING dead WHERE i.id = dead.id`,
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
const CLOSE = sql('realtime_close', 'DELETE FROM realtime.connections WHERE id = ANY ($1::text[])');
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
  `DELETE FROM realtime.departures d
   WHERE user_id IN (
     SELECT user_id FROM realtime.departures WHERE left_at < now() - $1 * interval '1 second'
     ORDER BY left_at LIMIT 500 FOR UPDATE SKIP LOCKED
   )
   RETURNING user_id, EXISTS (SELECT FROM realtime.connections c WHERE c.user_id = d.user_id) AS back`,
);
const LEAVE = sql('realtime_leave', 'DELETE FROM realtime.instances WHERE id = $1');
const SETTLE = sql('realtime_settle', 'SELECT realtime.settle()');

@Injectable()
export class RosterRepository extends Repository {
  /** This process lives, and those that do not any more are forgotten with their connections. */
  async seen(instance: string): Promise<Seen> {
    await this.count(SETTLE);
    await this.count(BURY);
    return (await this.one<Seen & object>(SEEN, instance)) as Seen;
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

  async close(ids: string[]): Promise<void> {
    await this.count(CLOSE, ids);
  }

  async replaced(instance: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(REPLACED, instance)).map(({ id }) => id);
  }

  /** Those who have been without a connection for so long. */
  async departed(seconds: number): Promise<string[]> {
    const rows = await this.rows<{ user_id: string; back: boolean }>(DEPART, seconds);
    return rows.filter(({ back }) => !back).map(({ user_id }) => user_id);
  }
}
