import { randomUUID } from 'node:crypto';
import { accounts, atSize, day, fill, idsOf } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'event';

const APP = '/v1/apps/events';

/** The lists and statistics of an event with very many tickets, and its door. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [organizer] = await callers(here, 1);
  const { headers } = organizer;
  const call = (action, body) => post(here, organizer, `${APP}/${action}`, body);
  await post(here, organizer, '/v1/apps/install', { slug: 'events' });
  const time = { starts_at: `${day(1)}T18:00:00.000Z`, ends_at: `${day(1)}T23:00:00.000Z`, timezone: 'UTC' };
  const { event } = await call('create-event', {
    title: 'Summer festival',
    venue_name: 'Harbour',
    address: 'Harbour 1',
    ...time,
  });
  await call('save-ticket-type', { event_id: event.id, name: 'Standard', price: 0 });
  await call('publish-event', { event_id: event.id });
  await fill(environment, rowsOf(organizer.id, event.id, sizes.tickets));
  const codes = await ask(environment, 'SELECT code FROM ext_events.tickets WHERE event_id = $1', [event.id]);
  let place = 0;
  const scans = (count) =>
    codes.slice(place, (place += count)).map(({ code }) => ({ event_id: event.id, code, client_ref: randomUUID() }));
  const anyone = { 'content-type': 'application/json' };
  const of = (action, body) => ({ path: `${APP}/${action}`, headers, body });
  return atSize(
    name,
    `${whole(sizes.tickets)} tickets`,
    [
      { what: 'list-events', ...of('list-events', {}), headers: anyone },
      { what: 'a search', ...of('list-events', { q: 'Event 77' }), headers: anyone },
      { what: 'get-event', ...of('get-event', { event_id: event.id }), headers: anyone },
      { what: 'list-attendees', ...of('list-attendees', { event_id: event.id }) },
      { what: 'attendees by name', ...of('list-attendees', { event_id: event.id, q: 'Guest 77' }) },
      { what: 'check-in-ticket', ...of('check-in-ticket'), bodies: scans },
      { what: 'stats of a year', ...of('stats', { from: day(-364), to: day(0) }) },
    ],
    settings,
  );
}

/** Two tickets in each order, among as many events of others as there are hundreds of tickets. */
const rowsOf = (organizer, event, tickets) => `
  ${accounts('visitor', 1_000)}
  INSERT INTO ext_events.events (owner_id, title, slug, starts_at, ends_at, timezone, currency, status, published_at)
  SELECT ids[1 + n % many], 'Event ' || n, 'bench-event-' || n, at, at + interval '2 hours', 'UTC', 'usd', 'published', now()
  FROM generate_series(1, ${tickets} / 10) n, ${idsOf('visitor')}, LATERAL (SELECT now() + n * interval '1 hour' AS at) moment;
  INSERT INTO ext_events.ticket_types (event_id, name) SELECT id, 'Standard' FROM ext_events.events WHERE id <> '${event}';
  INSERT INTO ext_events.orders (owner_id, event_id, status, subtotal_minor, total_minor, currency, payment_id, paid_at,
    confirmed_at, created_at)
  SELECT ids[1 + n % many], '${event}', 'confirmed', 4000, 4000, 'usd', gen_random_uuid(), at, at, at
  FROM generate_series(1, ${tickets} / 2) n, ${idsOf('visitor')},
    LATERAL (SELECT now() - n * interval '200 days' / ${tickets} AS at) moment;
  INSERT INTO ext_events.tickets (owner_id, order_id, event_id, ticket_type_id, code, attendee_name, attendee_email,
    price_minor, status, created_at)
  SELECT o.owner_id, o.id, o.event_id, t.id, upper(substr(md5(o.id || ' ' || n), 1, 16)), 'Guest ' || place * 2 + n,
    'guest' || place * 2 + n || '@bench.example', 2000, 'valid', o.created_at
  FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS place FROM ext_events.orders WHERE event_id = '${event}') o
  JOIN ext_events.ticket_types t ON t.event_id = o.event_id, generate_series(0, 1) n;
  UPDATE ext_events.events SET sold = ${tickets} WHERE id = '${event}';
  UPDATE ext_events.ticket_types SET sold = ${tickets}, price_minor = 2000 WHERE event_id = '${event}'`;
