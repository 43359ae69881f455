import { accounts, atSize, day, fill, idsOf } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { whole } from '../report.mjs';

export const name = 'host';

const APP = '/v1/apps/live-sessions';
const ZONE = 'UTC';
const HOURS = [['08:00', '22:00']];
const OFFERING = { title: 'Conversation', kind: 'one_to_one', duration_minutes: 60, price: 0, max_per_day: 20 };

/** The lists, free times and statistics of a host with very many bookings, among many other offerings. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [host] = await callers(here, 1);
  const call = (action, body) => post(here, host, `${APP}/${action}`, body);
  await post(here, host, '/v1/apps/install', { slug: 'live-sessions' });
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  await call('set-availability', { timezone: ZONE, weekly: Object.fromEntries(days.map((one) => [one, HOURS])) });
  const single = (await call('create-offering', OFFERING)).offering.id;
  const group = (await call('create-offering', { ...OFFERING, title: 'Class', kind: 'group', seats: 10 })).offering.id;
  await fill(environment, rowsOf({ host: host.id, single, group, bookings: sizes.bookings }));
  const anyone = { 'content-type': 'application/json' };
  const within = (offering_id) => ({ offering_id, from: day(0), to: day(31) });
  return atSize(
    name,
    `${whole(sizes.bookings)} bookings`,
    [
      { what: 'list-offerings', path: `${APP}/list-offerings`, headers: anyone, body: {} },
      { what: 'a search', path: `${APP}/list-offerings`, headers: anyone, body: { q: 'Offering 77' } },
      { what: 'free slots of a month', path: `${APP}/list-available-slots`, headers: anyone, body: within(single) },
      { what: 'classes of a month', path: `${APP}/list-available-slots`, headers: anyone, body: within(group) },
      { what: 'list-bookings', path: `${APP}/list-bookings`, headers: host.headers, body: { role: 'host' } },
      {
        what: 'bookings of a month',
        path: `${APP}/list-bookings`,
        headers: host.headers,
        body: { role: 'host', from: day(-60), to: day(-30) },
      },
      { what: 'stats of a year', path: `${APP}/stats`, headers: host.headers, body: { from: day(-364), to: day(0) } },
    ],
    settings,
  );
}

/**
 * Of a quarter of the bookings each has an hour for itself, from eight to nine in the evening of a day; ten others have
 * a class together. The last day is a fortnight from today.
 */
const rowsOf = ({ host, single, group, bookings }) => `
  ${accounts('guest', 1_000)}
  INSERT INTO ext_live_sessions.offerings (owner_id, title, kind, duration_minutes, slot_step_minutes)
  SELECT ids[1 + n % many], 'Offering ' || n, 'one_to_one', 60, 60 FROM generate_series(1, ${bookings}) n, ${idsOf('guest')};
  CREATE TEMPORARY TABLE times AS
  SELECT '${single}'::uuid AS offering_id, 1 AS seats, date_trunc('day', now()) + interval '14 days'
    - n / 14 * interval '1 day' + (8 + n % 14) * interval '1 hour' AS starts_at FROM generate_series(0, ${bookings} / 4 - 1) n
  UNION ALL
  SELECT '${group}'::uuid, 10, date_trunc('day', now()) + interval '14 days' - n / 4 * interval '1 day'
    + (ARRAY[5, 6, 22, 23])[1 + n % 4] * interval '1 hour' FROM generate_series(0, ${bookings} * 3 / 40 - 1) n;
  INSERT INTO ext_live_sessions.sessions (owner_id, offering_id, starts_at, ends_at, busy, seats, booked, status, started_at,
    ended_at, remind_at)
  SELECT '${host}', offering_id, starts_at, starts_at + length, tstzrange(starts_at, starts_at + length), seats, seats,
    CASE WHEN starts_at + length < now() THEN 'ended' ELSE 'scheduled' END,
    CASE WHEN starts_at < now() THEN starts_at END, CASE WHEN starts_at + length < now() THEN starts_at + length END, NULL
  FROM times, (SELECT interval '1 hour' AS length) an_hour;
  INSERT INTO ext_live_sessions.bookings (owner_id, host_id, session_id, offering_id, status, price_minor, currency,
    payment_id, timezone, calendar_token, attendance, confirmed_at, paid_at)
  SELECT ids[1 + (place * 10 + k) % many], owner_id, id, offering_id, 'confirmed', 2500, 'usd', gen_random_uuid(), '${ZONE}',
    md5(id || ' ' || k), CASE WHEN ended_at IS NULL THEN 'unknown' WHEN k = 3 THEN 'no_show' ELSE 'attended' END,
    least(starts_at, now()) - interval '3 days', least(starts_at, now()) - interval '3 days'
  FROM (SELECT *, row_number() OVER () AS place FROM ext_live_sessions.sessions WHERE owner_id = '${host}') s,
    ${idsOf('guest')}, LATERAL generate_series(1, s.seats) k`;
