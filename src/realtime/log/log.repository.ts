import { Injectable } from '@nestjs/common';
import { columnsOf, iso, sql } from '../../platform/database/sql.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import type { Envelope } from '../event-type.js';
import { QueryBatcher } from '../../platform/database/query-batcher.js';

export interface Head {
  stream: string;
  epoch: string;
  seq: number;
  /** The last sequence number before the current epoch began. Positions below it belong to an earlier epoch. */
  renewed: number;
}

type Position = Pick<Head, 'stream' | 'seq'>;

/**
 * A log entry that starts a new epoch. It takes a sequence number but is never delivered; clients have to
 * read the state by GET.
 */
export const RENEWED = 'renewed';

/**
 * Rows of streams are locked in the order of their names, as the last statement of the transaction. So the
 * order of commits is the order of seq.
 */
export const APPEND = sql(
  'realtime_append',
  `WITH news AS (
     SELECT stream, type, actor_id, data, n,
       row_number() OVER (PARTITION BY stream ORDER BY n) AS place, count(*) OVER (PARTITION BY stream) AS news
     FROM unnest($1::text[], $2::text[], $3::uuid[], $4::json[])
       WITH ORDINALITY AS given (stream, type, actor_id, data, n)
   ), moved AS (
     INSERT INTO realtime.heads AS h (stream, last_seq, epoch, renewed_seq)
     SELECT stream, count(*), CASE WHEN renews THEN left(gen_random_uuid()::text, 8) ELSE (SELECT realtime.epoch()) END,
       CASE WHEN renews THEN count(*) ELSE 0 END
     FROM (SELECT *, bool_or(type = '${RENEWED}') OVER (PARTITION BY stream) AS renews FROM news) told
     GROUP BY stream, renews ORDER BY stream
     ON CONFLICT (stream) DO UPDATE SET last_seq = h.last_seq + excluded.last_seq, moved_at = excluded.moved_at,
       epoch = CASE WHEN excluded.renewed_seq > 0 THEN excluded.epoch ELSE h.epoch END,
       renewed_seq = CASE WHEN excluded.renewed_seq > 0 THEN h.last_seq + excluded.renewed_seq ELSE h.renewed_seq END
     RETURNING stream, epoch, last_seq
   ), written AS (
     INSERT INTO realtime.events (stream, seq, type, actor_id, data)
     SELECT stream, last_seq - news + place, type, actor_id, data FROM news JOIN moved USING (stream) ORDER BY n
     RETURNING stream, seq, created_at
   )
   SELECT epoch, seq::float8 AS seq, ${iso('created_at')} AS at
   FROM news JOIN moved USING (stream) JOIN written USING (stream)
   WHERE seq = last_seq - news + place ORDER BY n`,
);
const HEADS = sql(
  'realtime_heads',
  `SELECT stream, coalesce(h.epoch, realtime.epoch()) AS epoch, coalesce(h.last_seq, 0)::float8 AS seq,
     coalesce(h.renewed_seq, 0)::float8 AS renewed
   FROM unnest($1::text[]) AS asked (stream) LEFT JOIN realtime.heads h USING (stream)`,
);
const SINCE = sql(
  'realtime_since',
  `SELECT stream, h.epoch, e.seq::float8 AS seq, e.type, ${iso('e.created_at')} AS at, e.actor_id, e.data::text AS data
   FROM unnest($1::text[], $2::bigint[]) AS asked (stream, seq) JOIN realtime.heads h USING (stream)
   CROSS JOIN LATERAL (
     SELECT seq, type, actor_id, data, created_at FROM realtime.events e WHERE e.stream = asked.stream AND e.seq > asked.seq
       AND e.created_at < now() + interval '1 hour' ORDER BY e.seq LIMIT $3
   ) e WHERE asked.seq >= h.renewed_seq ORDER BY stream, e.seq`,
);
const CONTINUABLE = sql(
  'realtime_gives',
  `SELECT stream, seq::float8 AS seq FROM unnest($1::text[], $2::bigint[]) AS asked (stream, seq)
   WHERE EXISTS (SELECT FROM realtime.events e WHERE e.stream = asked.stream AND e.seq = asked.seq + 1)`,
);
const NEWEST = sql(
  'realtime_newest',
  `SELECT max(e.created_at)::text AS at FROM unnest($1::text[], $2::bigint[]) AS asked (stream, seq)
   JOIN realtime.events e USING (stream, seq)`,
);
const BEFORE = sql(
  'realtime_before',
  `SELECT stream, min(e.seq - 1)::float8 AS seq FROM unnest($1::text[]) AS asked (stream)
   CROSS JOIN LATERAL (
     SELECT seq, created_at FROM realtime.events e WHERE e.stream = asked.stream ORDER BY seq DESC LIMIT 501
   ) e WHERE e.created_at >= $2::timestamptz - $3 * interval '1 second' GROUP BY stream`,
);

/** Starts new epochs if the database is a restored copy, or a standby that was promoted. */
export const CHECK_ORIGIN = sql('realtime_settle', 'SELECT realtime.settle()');
const HEADS_AT_ONCE = 5_000;

/** False if the stream cannot have been at this position: another epoch, or a sequence number outside of it. */
export const isPositionOf = (head: Head, { epoch, since }: { epoch: string; since: number }) =>
  epoch === head.epoch && since >= head.renewed && since <= head.seq;

@Injectable()
export class LogRepository extends BaseRepository {
  private readonly headBatcher = new QueryBatcher<string[], Map<string, Head>>(async (lists) => {
    const heads = await this.listHeads([...new Set(lists.flat())]);
    return lists.map(() => heads);
  });

  /** Includes streams that have no event yet. */
  async listHeads(streams: string[]): Promise<Map<string, Head>> {
    const found = new Map<string, Head>();
    for (let at = 0; at < streams.length; at += HEADS_AT_ONCE) {
      const rows = await this.rows<Head>(HEADS, streams.slice(at, at + HEADS_AT_ONCE));
      for (const head of rows) found.set(head.stream, head);
    }
    return found;
  }

  /** Like `listHeads`, and shares one query with other callers that are waiting at the same time. */
  listHeadsBatched(streams: string[]): Promise<Map<string, Head>> {
    return streams.length ? this.headBatcher.query(streams) : Promise.resolve(new Map());
  }

  async findHead(stream: string): Promise<Head> {
    return (await this.listHeadsBatched([stream])).get(stream) as Head;
  }

  /** Returns a function that tells whether the log still has the event after a position. */
  async findContinuable(positions: Position[]): Promise<(position: Position) => boolean> {
    const rows = positions.length
      ? await this.rows<Position>(CONTINUABLE, ...columnsOf(positions, 'stream', 'seq'))
      : [];
    const given = new Set(rows.map(({ stream, seq }) => `${stream} ${seq}`));
    return ({ stream, seq }) => given.has(`${stream} ${seq}`);
  }

  /** The time of the newest of these events in PostgreSQL's text format; undefined if the log has none of them. */
  async findNewestTime(events: Position[]): Promise<string | undefined> {
    return (await this.one<{ at: string | null }>(NEWEST, ...columnsOf(events, 'stream', 'seq')))?.at ?? undefined;
  }

  /**
   * Per stream, the position just before the first event of the last `seconds` before `at`. Streams without
   * such an event are missing.
   */
  async listPositionsBefore(streams: string[], at: string, seconds: number): Promise<Map<string, number>> {
    const rows = await this.rows<Position>(BEFORE, streams, at, seconds);
    return new Map(rows.map(({ stream, seq }) => [stream, seq]));
  }

  /** Events after these positions in order, at most `limit` per stream. */
  listSince(positions: Position[], limit: number): Promise<Envelope[]> {
    return this.rows<Envelope>(SINCE, ...columnsOf(positions, 'stream', 'seq'), limit);
  }
}
