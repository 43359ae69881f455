import '../../../src/apps/events/events.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const NOW = new Date();
const BEGIN = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const AUDIENCE = [ID, 'valid', NOW, null, false];
const MANY = ['events', 'ticket_types', 'promo_codes', 'orders', 'tickets', 'waitlist_entries', 'announcements'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_events.events (owner_id, title, slug, starts_at, ends_at, timezone, currency, status, published_at)
    SELECT u.ids[1 + n % 500], 'Event ' || n, 'event-' || n, now() + n * interval '9 hours',
      now() + n * interval '9 hours' + interval '2 hours', 'UTC', 'usd', 'published', now()
    FROM generate_series(1, 10000) n, ${users}`);
  await ask(
    `INSERT INTO ext_events.ticket_types (event_id, name, price_minor, sales_start_at)
     SELECT id, 'Seat', 100, starts_at - interval '40 days' FROM ext_events.events`,
  );
  await ask(
    `INSERT INTO ext_events.promo_codes (event_id, code, percent_off) SELECT id, 'EARLY', 10 FROM ext_events.events`,
  );
  await ask(`
    INSERT INTO ext_events.announcements (event_id, type, title, body)
    SELECT id, 'events.message', 'A', 'B' FROM ext_events.events`);
  await ask(`
    INSERT INTO ext_events.orders (owner_id, event_id, status, subtotal_minor, total_minor, currency, payment_id,
      refund_due_minor, hold_expires_at)
    SELECT u.ids[1 + (n * 7) % 500], y.event_id, CASE WHEN n % 500 = 0 THEN 'pending' ELSE 'confirmed' END, 100, 100,
      'usd', gen_random_uuid(), CASE WHEN n % 500 = 1 THEN 100 ELSE 0 END, now()
    FROM (SELECT *, row_number() OVER () AS n FROM ext_events.ticket_types) y, generate_series(1, 2), ${users}`);
  await ask(`
    INSERT INTO ext_events.tickets (owner_id, order_id, event_id, ticket_type_id, code, attendee_name, price_minor, status)
    SELECT o.owner_id, o.id, o.event_id, y.id, left(md5(gen_random_uuid()::text), 16), 'A', 100, 'valid'
    FROM ext_events.orders o JOIN ext_events.ticket_types y ON y.event_id = o.event_id`);
  await ask(`
    INSERT INTO ext_events.waitlist_entries (owner_id, event_id, ticket_type_id, quantity, status, offer_expires_at)
    SELECT u.ids[1 + (n * 3) % 500], y.event_id, y.id, 1, CASE WHEN n % 500 = 0 THEN 'offered' ELSE 'waiting' END, now()
    FROM (SELECT *, row_number() OVER () AS n FROM ext_events.ticket_types) y, ${users}`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['events_type_named', [ID, 'seat']],
  ['events_promo_code_take', [ID]],
  ['events_promo_code_give_back', [ID]],
  ['events_lock_of_user', [ID]],
  ['events_keep_owner', [ID]],
  ['events_disown', [ID]],
  ['events_forget_staff', [ID]],
  ['events_coming', [ID]],
  ['events_starting_soon', [24, ...BEGIN, 500]],
  ['events_reminded', [ID, NOW, [24]]],
  ['events_orders_due_events', []],
  ['events_orders_lock_due', [ID]],
  ['events_orders_forget_unopened', [ID, 'key']],
  ['events_orders_forget_buyer', [ID]],
  ['events_orders_cancel_all', [ID]],
  ['events_orders_owed', [ID]],
  ['events_orders_take_owed', []],
  ['events_tickets_of_buyer', [ID, ID]],
  ['events_tickets_forget_holder', [ID]],
  ['events_waitlist_in_turn', [ID, ...BEGIN, 200]],
  ['events_waitlist_position', [ID, NOW, ID]],
  ['events_waitlist_due', []],
  ['events_waitlist_sales_begun', []],
  ['events_waitlist_expire_due', [ID]],
  ['events_waitlist_waiting', [ID]],
  ['events_waitlist_put_back', [ID]],
  ['events_announcement_recipients', [...AUDIENCE, null, 500]],
  ['events_announcement_count', AUDIENCE],
  ['events_announcements_recent', [ID, 'events.message']],
  ['events_recount_types', [ID]],
  ['events_recount_codes', [ID]],
  ['events_recount_event', [ID]],
  ['events_stats_events', [ID, ...DAYS]],
  ['events_stats_tickets', [ID, ...DAYS]],
  ['events_stats_orders', [ID, ...DAYS]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it('the lists are read by an index', async () => {
  const owner = await service.account();
  const call = (action: string, input: object = {}) =>
    owner.client.post(`/v1/apps/events/${action}`, input).expect(200);
  await owner.client.post('/v1/apps/install', { slug: 'events' }).expect(200);
  await call('list-events', { mine: true });
  await call('list-my-tickets');
  const { rows } = await service.database.query('SELECT id, owner_id FROM ext_events.events LIMIT 1');
  await service.database.query('UPDATE ext_events.events SET owner_id = $2 WHERE id = $1', [rows[0].id, owner.id]);
  await call('list-attendees', { event_id: rows[0].id });
  await call('list-events');
  const list = await queryPlan(service.database, 'events_list soonest h', [...BEGIN, 21]);
  expect(list.filter((step) => /^Seq Scan (events|tickets|orders)/.test(step))).toEqual([]);
  const plans = [
    ...(await queryPlan(service.database, 'events_my_tickets soonest a', [ID, ...BEGIN, 21])),
    ...(await queryPlan(service.database, 'events_mine newest', [ID, ...END, 21])),
    ...(await queryPlan(service.database, 'events_attendees newest', [rows[0].id, ...END, 21])),
  ];
  expect(plans.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`))).toEqual([]);
});
