import { buyerOf, idOf, installed, paid, SELLERS } from './sellers.js';

/** One evening that is over and one to come, each with tickets that cost something and tickets that do not. */
const KINDS = `(VALUES (0, 0, 'Seat', 2000), (1, 1, 'Standing', 0)) types (nth, position, type_name, price)`;

/** Events of each seller, and who holds tickets: two in each order. At the one that is over most were let in. */
export const EVENTS = `WITH ${SELLERS}, evening AS MATERIALIZED (
    SELECT seller.*, e, ${idOf('event', 'e')} AS event_id, date_trunc('hour', now) + ahead AS starts_at,
      least(12, others / 2) AS orders
    FROM seller, (VALUES (0, interval '-20 days'), (1, interval '30 days')) evenings (e, ahead)
  ), planned AS (
    INSERT INTO ext_events.events (id, owner_id, title, slug, summary, venue_name, address, starts_at, ends_at, timezone, capacity,
      sold, currency, status, published_at, created_at)
    SELECT event_id, seller_id, 'An evening at the harbour', 'demonstration-' || s || '-' || e, 'Music and food.', 'Harbour hall', 'Harbour 1',
      starts_at, starts_at + interval '4 hours', 'UTC', 200, orders * 4, 'usd', 'published', now - interval '60 days',
      now - interval '60 days'
    FROM evening ON CONFLICT DO NOTHING RETURNING id
  ), kind AS MATERIALIZED (
    SELECT evening.*, types.*, ${idOf('ticket type', 'e * 2 + nth')} AS type_id
    FROM evening JOIN planned ON planned.id = event_id, ${KINDS}
  ), typed AS (
    INSERT INTO ext_events.ticket_types (id, event_id, name, price_minor, quantity, sold, position, created_at)
    SELECT type_id, event_id, type_name, price, 100, orders * 2, position, now - interval '60 days' FROM kind RETURNING id
  ), booking AS MATERIALIZED (
    SELECT kind.*, k, ${idOf('ticket order', '(e * 2 + nth) * 16 + k')} AS order_id, ${buyerOf('k + nth * orders')} AS buyer_id,
      CASE WHEN price > 0 THEN ${idOf('ticket payment', '(e * 2 + nth) * 16 + k')} END AS payment_id, price * 2 AS amount,
      'An evening at the harbour' AS title, least(starts_at, now) - (k + 1) * interval '1 day' AS paid_at
    FROM kind, generate_series(0, orders - 1) k
  ), paid AS (${paid('events', 'order', 'SELECT *, order_id AS reference_id FROM booking WHERE payment_id IS NOT NULL')}
  ), ordered AS (
    INSERT INTO ext_events.orders (id, owner_id, event_id, status, subtotal_minor, total_minor, currency, payment_id, paid_at,
      confirmed_at, created_at)
    SELECT order_id, buyer_id, event_id, 'confirmed', amount, amount, 'usd', payment_id,
      CASE WHEN payment_id IS NOT NULL THEN paid_at END, paid_at, paid_at
    FROM booking
  ), ticket AS MATERIALIZED (
    SELECT booking.*, ${idOf('ticket', '((e * 2 + nth) * 16 + k) * 2 + n')} AS id, e = 0 AND (k + n) % 5 < 4 AS came,
      starts_at - (k + 1) * interval '1 minute' AS came_at, n, u.first_name, u.last_name, u.email
    FROM booking JOIN account.users u ON u.id = buyer_id, generate_series(0, 1) n
  ), tickets AS (
    INSERT INTO ext_events.tickets (id, owner_id, order_id, event_id, ticket_type_id, code, attendee_name, attendee_email,
      price_minor, status, checked_in_at, checked_in_by, created_at)
    SELECT id, buyer_id, order_id, event_id, type_id, upper(substr(md5('ticket ' || id), 1, 16)),
      concat_ws(' ', first_name, last_name) || CASE n WHEN 1 THEN ' (guest)' ELSE '' END, email, price, 'valid',
      CASE WHEN came THEN came_at END, CASE WHEN came THEN seller_id END, paid_at
    FROM ticket RETURNING id
  ), scanned AS (
    INSERT INTO ext_events.check_ins (event_id, ticket_id, result, scanned_by, scanned_at, checked_in_at, created_at)
    SELECT event_id, id, 'accepted', seller_id, came_at, came_at, came_at FROM ticket WHERE came
  ), installed AS (${installed('events', 'SELECT buyer_id AS user_id FROM booking UNION SELECT seller_id FROM seller')}
  ) SELECT count(*)::int AS made FROM tickets`;
