import { buyerOf, idOf, installed, paid, SELLERS } from './sellers.js';

const UTC = `(date_trunc('day', now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => `"${day}": [["09:00", "17:00"]]`).join(', ');

/** One-to-one sessions at ten of a weekday, which cost nothing, and a class at seven in the evening of every week. */
const TIMES = `
  SELECT *, ${idOf('session', 'kind * 64 + n')} AS id, ${idOf('offering', 'kind')} AS offering_id,
    starts_at + length AS ends_at, starts_at + length <= now AS is_over
  FROM (
    SELECT s, seller_id, others, place, many, now, 0 AS kind, n, least(1, others) AS booked, 1 AS seats,
      interval '60 minutes' AS length, ${UTC} + interval '10 hours' + (n - 20) * interval '1 day' AS starts_at
    FROM seller, generate_series(0, 27) n
    UNION ALL
    SELECT s, seller_id, others, place, many, now, 1, n, least(2 + (s + n) % 7, others), 10, interval '90 minutes',
      ${UTC} + interval '19 hours' + (n - 6) * interval '7 days'
    FROM seller, generate_series(0, 11) n
  ) every WHERE kind = 1 OR (booked > 0 AND extract(isodow FROM starts_at AT TIME ZONE 'UTC') < 6)`;

/** What sellers of the app live-sessions offer, its sessions of two months, and who booked them. */
export const LIVE_SESSIONS = `WITH ${SELLERS}, scheduled AS (
    INSERT INTO ext_live_sessions.schedules (id, owner_id, timezone, weekly, feed_token)
    SELECT ${idOf('schedule', '0')}, seller_id, 'UTC', '{${WEEKDAYS}}', md5('feed ' || seller_id) FROM seller
    ON CONFLICT DO NOTHING
  ), offered AS (
    INSERT INTO ext_live_sessions.offerings (id, owner_id, title, description, kind, duration_minutes,
      slot_step_minutes, seats, price_minor, join_url, created_at, updated_at)
    SELECT ${idOf('offering', 'kind')}, seller_id, title, description, type, minutes, 30, seats, price,
      'https://meet.example/' || s || '-' || kind, now - interval '90 days', now - interval '90 days'
    FROM seller, (VALUES
      (0, 'First conversation', 'We get to know each other.', 'one_to_one', 60, 1, 0),
      (1, 'Evening class', 'We practise together, beginners are welcome.', 'group', 90, 10, 2500)
    ) kinds (kind, title, description, type, minutes, seats, price)
    ON CONFLICT DO NOTHING RETURNING id
  ), times AS MATERIALIZED (${TIMES}), held AS (
    INSERT INTO ext_live_sessions.sessions (id, owner_id, offering_id, starts_at, ends_at, busy, seats, booked, status,
      started_at, ended_at, remind_at, created_at, updated_at)
    SELECT id, seller_id, offering_id, starts_at, ends_at, tstzrange(starts_at, ends_at), seats, booked,
      CASE WHEN is_over THEN 'ended' ELSE 'scheduled' END, CASE WHEN is_over THEN starts_at END,
      CASE WHEN is_over THEN ends_at END, CASE WHEN NOT is_over THEN now END,
      now - interval '80 days', least(ends_at, now)
    FROM times WHERE offering_id IN (SELECT id FROM offered)
    ON CONFLICT DO NOTHING RETURNING id
  ), booking AS MATERIALIZED (
    SELECT t.*, ${idOf('booking', '(kind * 64 + n) * 16 + k')} AS booking_id, ${buyerOf('k + n')} AS buyer_id,
      CASE WHEN kind = 1 THEN ${idOf('booking payment', 'n * 16 + k')} END AS payment_id,
      CASE WHEN kind = 1 THEN 2500 ELSE 0 END AS amount, 'Evening class' AS title,
      least(starts_at - interval '3 days', now) AS paid_at, k % 9 <> 8 AS came
    FROM times t JOIN held USING (id), generate_series(0, booked - 1) k
  ), paid AS (${paid(
    'live-sessions',
    'booking',
    'SELECT *, booking_id AS reference_id FROM booking WHERE payment_id IS NOT NULL',
  )}
  ), installed AS (${installed('live-sessions', 'SELECT buyer_id AS user_id FROM booking UNION SELECT seller_id FROM seller')}
  ), booked AS (
    INSERT INTO ext_live_sessions.bookings (id, owner_id, host_id, session_id, offering_id, status, price_minor, currency,
      payment_id, timezone, calendar_token, joined_at, attendance, confirmed_at, paid_at, created_at, updated_at)
    SELECT booking_id, buyer_id, seller_id, id, offering_id, 'confirmed', amount, 'usd', payment_id, 'UTC',
      md5('calendar ' || booking_id), CASE WHEN is_over AND came THEN starts_at END,
      CASE WHEN NOT is_over THEN 'unknown' WHEN came THEN 'attended' ELSE 'no_show' END,
      paid_at, CASE WHEN payment_id IS NOT NULL THEN paid_at END, paid_at, paid_at
    FROM booking RETURNING id
  ) SELECT count(*)::int AS made FROM booked`;
