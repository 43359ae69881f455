import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Span } from '../../kernel/calendar/open-hours.js';
import type { Offering } from '../entities/offering.entity.js';
import { isBusy, LiveSession } from '../entities/session.entity.js';

/** A session with the kind and the title of its offering. */
export type TitledSession = LiveSession & Pick<Offering, 'kind'> & { offering_title: string };
/** The same, with what its participants depend on. */
export type SessionOfOffering = TitledSession &
  Pick<Offering, 'cancel_until_hours'> & { offering_join_url: string | null };

export interface NewSessions {
  offering_id: string;
  starts: Date[];
  status: 'held' | 'scheduled';
  held?: number;
  booked?: number;
  title?: string;
  /** Those of the offering where it is not given. */
  seats?: number;
  join_url?: string | null;
  series_id?: string;
}

const SESSIONS = 'ext_live_sessions.sessions';
export const WITH_OFFERING = `s.*, o.kind, o.title AS offering_title, o.cancel_until_hours,
  o.join_url AS offering_join_url`;
export const FROM_SESSIONS = `${SESSIONS} s JOIN ext_live_sessions.offerings o ON o.id = s.offering_id`;
const READ = `SELECT ${WITH_OFFERING} FROM ${FROM_SESSIONS}`;
const CHANGED = `RETURNING s.*, (SELECT kind FROM ext_live_sessions.offerings WHERE id = s.offering_id) AS kind,
  (SELECT title FROM ext_live_sessions.offerings WHERE id = s.offering_id) AS offering_title`;

const BY_ID = sql('live_sessions_session', `${READ} WHERE s.id = $1`);
const BY_IDS = sql('live_sessions_sessions', `${READ} WHERE s.id = ANY ($1::uuid[])`);
const LOCK = sql(
  'live_sessions_sessions_lock',
  `${READ} WHERE s.id = ANY ($1::uuid[]) ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
const LOCK_SERIES = sql(
  'live_sessions_series_lock',
  `${READ} WHERE s.id = $1 OR (s.series_id = $2 AND s.starts_at >= $3 AND ${isBusy('s')})
   ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
const BUSY = sql(
  'live_sessions_busy',
  `SELECT extract(epoch FROM lower(s.busy))::float8 * 1000 AS from, extract(epoch FROM upper(s.busy))::float8 * 1000 AS to
   FROM ${SESSIONS} s
   WHERE s.owner_id = $1 AND s.busy && tstzrange($2, $3) AND ${isBusy('s')} ORDER BY s.busy`,
);
const STARTS = sql(
  'live_sessions_starts',
  `SELECT s.starts_at FROM ${SESSIONS} s
   WHERE s.offering_id = $1 AND s.starts_at >= $2 AND s.starts_at < $3 AND s.id IS DISTINCT FROM $4
     AND s.status NOT IN ('cancelled', 'released')`,
);
const COMING = sql(
  'live_sessions_coming',
  `${READ} WHERE s.owner_id = $1 AND s.starts_at > now() AND ${isBusy('s')} ORDER BY s.starts_at, s.id`,
);
const COUNT_COMING = sql(
  'live_sessions_coming_count',
  `SELECT count(*)::int AS count FROM ${SESSIONS} s WHERE s.owner_id = $1 AND s.starts_at > now() AND ${isBusy('s')}`,
);
const OPEN_GROUPS = sql(
  'live_sessions_open_groups',
  `SELECT s.id AS session_id, s.starts_at, s.ends_at, s.seats - s.booked - s.held AS seats_left FROM ${SESSIONS} s
   WHERE s.offering_id = $1 AND s.starts_at >= $2 AND s.starts_at < $3 AND s.starts_at > now() AND s.status = 'scheduled'
   ORDER BY s.starts_at, s.id`,
);
// ON CONFLICT also covers the exclusion constraint: a time that is taken adds no row.
const ADD = sql(
  'live_sessions_session_add',
  `INSERT INTO ${SESSIONS} AS s
     (owner_id, offering_id, starts_at, ends_at, busy, status, held, booked, title, seats, join_url, series_id)
   SELECT o.owner_id, o.id, t.at, t.at + o.duration_minutes * interval '1 minute',
     tstzrange(t.at - o.buffer_before_minutes * interval '1 minute',
       t.at + (o.duration_minutes + o.buffer_after_minutes) * interval '1 minute'),
     $3, $4, $5, $6, coalesce($7, o.seats), $8, $9
   FROM ext_live_sessions.offerings o, unnest($2::timestamptz[]) AS t (at) WHERE o.id = $1 ORDER BY t.at
   ON CONFLICT DO NOTHING ${CHANGED}`,
);
const isFree = (busy: string) =>
  `NOT EXISTS (SELECT FROM ${SESSIONS} other WHERE other.owner_id = s.owner_id AND other.id <> s.id
     AND other.busy && ${busy} AND ${isBusy('other')})`;
// The buffers stay as they are.
const MOVED =
  'tstzrange($2::timestamptz - (s.starts_at - lower(s.busy)), $2::timestamptz + (upper(s.busy) - s.starts_at))';
const MOVE = sql(
  'live_sessions_session_move',
  `UPDATE ${SESSIONS} s SET starts_at = $2, ends_at = $2::timestamptz + (s.ends_at - s.starts_at), busy = ${MOVED},
     calendar_sequence = s.calendar_sequence + 1, alerts_sent = '{}', remind_at = now(), started_at = NULL,
     status = CASE s.status WHEN 'live' THEN 'scheduled' ELSE s.status END, updated_at = now()
   WHERE s.id = $1 AND ${isFree(MOVED)} ${CHANGED}`,
);
const RETAKE = sql(
  'live_sessions_session_retake',
  `UPDATE ${SESSIONS} s SET status = 'scheduled', booked = 1, remind_at = now(), updated_at = now()
   WHERE s.id = $1 AND s.status = 'released' AND s.starts_at > now() AND ${isFree('s.busy')} ${CHANGED}`,
);
const TAKE = sql(
  'live_sessions_seat_take',
  `UPDATE ${SESSIONS} s SET held = s.held + $2, booked = s.booked + $3, updated_at = now()
   WHERE s.id = $1 AND s.booked + s.held < s.seats AND s.status = 'scheduled' AND s.starts_at > now() ${CHANGED}`,
);
const SETTLE = sql(
  'live_sessions_seat_settle',
  `UPDATE ${SESSIONS} s SET held = s.held - 1, booked = s.booked + 1, updated_at = now(),
     status = CASE s.status WHEN 'held' THEN 'scheduled' ELSE s.status END
   WHERE s.id = $1 ${CHANGED}`,
);
const FREE = sql(
  'live_sessions_seat_free',
  `UPDATE ${SESSIONS} s SET held = s.held - $2, booked = s.booked - $3, updated_at = now(),
     status = CASE WHEN NOT $4 THEN s.status WHEN s.status = 'held' THEN 'released' ELSE 'cancelled' END,
     calendar_sequence = s.calendar_sequence + CASE WHEN $4 THEN 1 ELSE 0 END
   WHERE s.id = $1 ${CHANGED}`,
);
const CANCEL = sql(
  'live_sessions_sessions_cancel',
  `UPDATE ${SESSIONS} s SET status = 'cancelled', booked = 0, held = 0, cancel_reason = $2,
     calendar_sequence = s.calendar_sequence + 1, updated_at = now()
   WHERE s.id = ANY ($1::uuid[]) ${CHANGED}`,
);
const DRAW_ROOM = sql(
  'live_sessions_room_draw',
  `UPDATE ${SESSIONS} SET join_url = $2, updated_at = now() WHERE id = $1 AND join_url IS NULL`,
);
const START = sql(
  'live_sessions_start',
  `UPDATE ${SESSIONS} s SET status = 'live', started_at = now(), updated_at = now()
   WHERE s.id = $1 AND s.status = 'scheduled' ${CHANGED}`,
);

type Change = TitledSession | undefined;

@AppProvider()
export class SessionRepository extends EntityRepository<LiveSession> {
  protected readonly entity = LiveSession;

  read(id: string): Promise<SessionOfOffering | undefined> {
    return this.one<SessionOfOffering>(BY_ID, id);
  }

  async byIds(ids: string[]): Promise<Map<string, SessionOfOffering>> {
    return new Map((await this.rows<SessionOfOffering>(BY_IDS, ids)).map((session) => [session.id, session]));
  }

  async lock(id: string): Promise<SessionOfOffering | undefined> {
    return (await this.lockAll([id]))[0];
  }

  /** In the order of their ids, in which all who lock several do it. */
  lockAll(ids: string[]): Promise<SessionOfOffering[]> {
    return this.rows<SessionOfOffering>(LOCK, ids);
  }

  /** The session, with those of its series that come later and are not over. */
  lockSeries({ id, series_id, starts_at }: LiveSession): Promise<SessionOfOffering[]> {
    return this.rows<SessionOfOffering>(LOCK_SERIES, id, series_id, starts_at);
  }

  /** In order. */
  busyTimes(hostId: string, { from, to }: Span): Promise<Span[]> {
    return this.rows<Span & object>(BUSY, hostId, new Date(from), new Date(to));
  }

  /** When the sessions of an offering begin, without those that were given up. */
  async startsOf(offeringId: string, { from, to }: Span, except?: string): Promise<number[]> {
    type Row = { starts_at: Date };
    const rows = await this.rows<Row>(STARTS, offeringId, new Date(from), new Date(to), except ?? null);
    return rows.map(({ starts_at }) => +starts_at);
  }

  comingOf(hostId: string): Promise<TitledSession[]> {
    return this.rows<TitledSession>(COMING, hostId);
  }

  async countComing(hostId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(COUNT_COMING, hostId)).count;
  }

  /** Coming group sessions, full ones too. */
  openGroups(offeringId: string, { from, to }: Span) {
    type Row = { session_id: string; starts_at: Date; ends_at: Date; seats_left: number };
    return this.rows<Row>(OPEN_GROUPS, offeringId, new Date(from), new Date(to));
  }

  /** Those whose time was free, soonest first. The calendar of the host is locked. */
  schedule({ offering_id, starts, status, held = 0, booked = 0, ...more }: NewSessions): Promise<TitledSession[]> {
    const { title = null, seats = null, join_url = null, series_id = null } = more;
    return this.rows<TitledSession>(ADD, offering_id, starts, status, held, booked, title, seats, join_url, series_id);
  }

  /** Undefined: the time is taken. The calendar of the host is locked. */
  move(id: string, start: Date): Promise<Change> {
    return this.one<TitledSession>(MOVE, id, start);
  }

  /** Takes the time of a released session again; undefined: it is taken or over. The calendar of the host is locked. */
  retake(id: string): Promise<Change> {
    return this.one<TitledSession>(RETAKE, id);
  }

  /** A seat for somebody who has paid or need not; or one held for them. Undefined: none is free. */
  takeSeat(id: string, as: 'held' | 'booked'): Promise<Change> {
    return this.one<TitledSession>(TAKE, id, as === 'held' ? 1 : 0, as === 'booked' ? 1 : 0);
  }

  /** What was held is booked. */
  settleSeat(id: string): Promise<TitledSession> {
    return this.onlyOne<TitledSession>(SETTLE, id);
  }

  /** The session is locked. A one-to-one session is given up with its booking. */
  freeSeat({ id, kind }: Pick<TitledSession, 'id' | 'kind'>, as: 'held' | 'booked'): Promise<TitledSession> {
    const isOnly = kind === 'one_to_one';
    return this.onlyOne<TitledSession>(FREE, id, as === 'held' ? 1 : 0, as === 'booked' ? 1 : 0, isOnly);
  }

  cancelAll(ids: string[], reason: string | undefined): Promise<TitledSession[]> {
    return this.rows<TitledSession>(CANCEL, ids, reason ?? null);
  }

  /** The first draw counts. */
  async drawRoom(id: string, address: string): Promise<void> {
    await this.count(DRAW_ROOM, id, address);
  }

  /** Undefined: it was live already. */
  start(id: string): Promise<Change> {
    return this.one<TitledSession>(START, id);
  }
}
