import '../../../src/apps/live-sessions/live-sessions.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const NOW = new Date();
const LATER = new Date(+NOW + 31 * 86_400_000);
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const BEGIN = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['offerings', 'sessions', 'bookings', 'schedules'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_live_sessions.schedules (owner_id, timezone, feed_token)
    SELECT id, 'UTC', md5(id::text) FROM account.users`);
  await ask(`
    INSERT INTO ext_live_sessions.offerings (owner_id, title, kind, duration_minutes, slot_step_minutes, seats)
    SELECT u.ids[1 + n % 500], 'Offering ' || n, 'group', 60, 60, 10 FROM generate_series(1, 10000) n, ${users}`);
  await ask(`
    INSERT INTO ext_live_sessions.sessions (owner_id, offering_id, starts_at, ends_at, busy, seats, status, remind_at)
    SELECT o.owner_id, o.id, t.at, t.at + interval '1 hour', tstzrange(t.at, t.at + interval '1 hour'), 10,
      CASE n WHEN 1 THEN 'ended' ELSE 'scheduled' END, CASE n WHEN 1 THEN NULL ELSE t.at END
    FROM (SELECT *, row_number() OVER (PARTITION BY owner_id) AS place FROM ext_live_sessions.offerings) o,
      generate_series(1, 2) n, LATERAL (SELECT now() + (n - 2) * interval '9 days' + o.place * interval '2 hours' AS at) t`);
  await ask(`
    INSERT INTO ext_live_sessions.bookings (owner_id, host_id, session_id, offering_id, status, price_minor, currency,
      payment_id, hold_expires_at, timezone, calendar_token)
    SELECT u.ids[1 + (n * 7) % 500], s.owner_id, s.id, s.offering_id, CASE WHEN n % 500 = 0 THEN 'held' ELSE 'confirmed' END,
      100, 'usd', gen_random_uuid(), now(), 'UTC', md5(gen_random_uuid()::text)
    FROM (SELECT *, row_number() OVER () AS n FROM ext_live_sessions.sessions) s, ${users}`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['live_sessions_session', [ID]],
  ['live_sessions_sessions', [[ID]]],
  ['live_sessions_sessions_lock', [[ID]]],
  ['live_sessions_series_lock', [ID, ID, NOW]],
  ['live_sessions_busy', [ID, NOW, LATER]],
  ['live_sessions_starts', [ID, NOW, LATER, null]],
  ['live_sessions_coming', [ID]],
  ['live_sessions_coming_count', [ID]],
  ['live_sessions_open_groups', [ID, NOW, LATER]],
  ['live_sessions_session_move', [ID, NOW]],
  ['live_sessions_session_retake', [ID]],
  ['live_sessions_seat_take', [ID, 0, 1]],
  ['live_sessions_end_overdue', []],
  ['live_sessions_lock_to_remind', []],
  ['live_sessions_booking_earlier', [ID, ID, null]],
  ['live_sessions_live_holds', [ID, ID]],
  ['live_sessions_booking_latest', [ID, ID]],
  ['live_sessions_bookings_cancel', [[ID], 'host', null]],
  ['live_sessions_bookings_confirmed', [[ID]]],
  ['live_sessions_roster', [ID]],
  ['live_sessions_attendance', [[ID], [], [], true]],
  ['live_sessions_bookings_to_refund', []],
  ['live_sessions_holds_due', []],
  ['live_sessions_holds_expire', [[ID]]],
  ['live_sessions_lock_hosted', [ID]],
  ['live_sessions_lock_booked', [ID]],
  ['live_sessions_forget_participant', [ID]],
  ['live_sessions_stats_sessions', [ID, ...DAYS]],
  ['live_sessions_stats_bookings', [ID, ...DAYS]],
  ['live_sessions_stats_money', [ID, ...DAYS]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it('the lists are read by an index', async () => {
  const host = await service.account();
  const call = (action: string, input: object = {}) =>
    host.client.post(`/v1/apps/live-sessions/${action}`, input).expect(200);
  await host.client.post('/v1/apps/install', { slug: 'live-sessions' }).expect(200);
  await call('list-offerings');
  await call('list-sessions');
  await call('list-bookings');
  await call('list-bookings', { role: 'host' });
  const plans = [
    await queryPlan(service.database, 'live_sessions_offerings newest', [...END, 21]),
    await queryPlan(service.database, 'live_sessions_calendar soonest cd', [ID, ...BEGIN, 21]),
  ];
  for (const plan of plans) expect(plan.filter((step) => /^(Sort|Seq Scan)/.test(step))).toEqual([]);
});
