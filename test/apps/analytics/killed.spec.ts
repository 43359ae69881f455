import type { PoolClient } from 'pg';
import { KillableServer } from '../../support/killable-server.js';
import { eventually } from '../../support/service.js';

const DAYS = 6;
const EVENTS_OF_A_DAY = 5_000;
const LOCK = 3_700_037;
const ZONES = ['UTC', 'Asia/Tokyo'];

let server: KillableServer;
beforeAll(async () => {
  server = await KillableServer.open();
});
afterAll(() => server.close());

const rows = (text: string, ...values: unknown[]) => server.rows(text, ...values);
const rollUp = () => rows(`INSERT INTO jobs.job (name, data) VALUES ('web-events.close-days', '{}')`);
/** Closes the days that are over: five minutes after their end. Another one may end meanwhile. */
async function closeDays(): Promise<void> {
  const begun = new Date();
  await rollUp();
  await eventually(async () => {
    const open = `SELECT FROM ext_analytics.sites
      WHERE coalesce(rolled_through, '-infinity') < (($1::timestamptz - interval '5 minutes') AT TIME ZONE timezone)::date - 1`;
    expect(await rows(open, begun)).toEqual([]);
  }, 120);
}
const figures = () =>
  rows(`
    SELECT 'total' AS of, d.site_id, d.day::text, NULL AS dimension, NULL AS value, pageviews, visitors, visits, visit_seconds
    FROM ext_analytics.site_days d
    UNION ALL SELECT 'value', site_id, day::text, dimension, value, pageviews, visitors, visits, NULL FROM ext_analytics.site_day_values
    UNION ALL SELECT 'goal', site_id, day::text, goal_id::text, NULL, conversions, visitors, NULL, NULL FROM ext_analytics.goal_days
    ORDER BY 1, 2, 3, 4, 5`);

/** Two sites with a goal, and events of days that are over in both zones. The first day is $1 days ago. */
async function fill(): Promise<void> {
  await rows(
    `INSERT INTO account.users (id, email) VALUES ('0190a0a0-0000-7000-8000-0000000000a1', 'killed@example.com')`,
  );
  for (const [at, zone] of ZONES.entries()) {
    await rows(
      `WITH site AS (
         INSERT INTO ext_analytics.sites (owner_id, name, domain, site_key, timezone)
         VALUES ('0190a0a0-0000-7000-8000-0000000000a1', 'Shop', $1::text || '.example', $1, $2) RETURNING id
       ), goal AS (
         INSERT INTO ext_analytics.goals (site_id, position, key, name, kind, match)
         SELECT id, 1, 'cart', 'Cart', 'page', '/page/1*' FROM site
       )
       INSERT INTO ext_analytics.events (site_id, visitor_hash, name, path, referrer_host, country, created_at)
       SELECT id, substr(sha256((n % 700 || ' ' || d)::text::bytea), 1, 16), CASE WHEN n % 11 = 0 THEN 'Buy' ELSE 'pageview' END,
         '/page/' || n % 250, CASE WHEN n % 5 = 0 THEN 'site' || n % 30 || '.example' END, 'DE',
         (now() AT TIME ZONE $2)::date::timestamp AT TIME ZONE $2 - (d + 1) * interval '1 day' + n * interval '17 seconds'
       FROM site, generate_series(1, $3::int) d, generate_series(1, $4::int) n`,
      `shop${at}`, zone, DAYS, EVENTS_OF_A_DAY,
    ); // prettier-ignore
  }
}

/** From now on the days of both sites wait in the middle of their third one, until the lock is given back. */
async function stopOnThirdDay(): Promise<PoolClient> {
  const locking = await server.bare.pool.connect();
  await locking.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await rows(`
    CREATE FUNCTION ext_analytics.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM ext_analytics.site_days WHERE site_id = NEW.site_id) = 2 THEN
        PERFORM pg_advisory_xact_lock_shared(${LOCK});
      END IF;
      RETURN NEW;
    END $$`);
  await rows(
    'CREATE TRIGGER wait BEFORE INSERT ON ext_analytics.site_days FOR EACH ROW EXECUTE FUNCTION ext_analytics.wait()',
  );
  return locking;
}

it('a roll-up whose process is killed goes on where it was, and its figures are exact', async () => {
  await fill();
  await server.start();
  const locking = await stopOnThirdDay();
  await rollUp();
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;
  await eventually(async () => expect(await rows(waiting)).toHaveLength(ZONES.length), 120);
  await server.kill();
  await locking.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  locking.release();
  await rows('DROP TRIGGER wait ON ext_analytics.site_days');
  const firstDays = (await figures()).filter(({ of }) => of === 'total');
  expect(firstDays).toHaveLength(2 * ZONES.length);

  await server.start();
  await closeDays();
  const resumed = await figures();
  expect(resumed.filter(({ of }) => of === 'total')).toHaveLength(DAYS * ZONES.length);
  const [{ pageviews, visitors }] = await rows(
    `SELECT sum(pageviews)::int AS pageviews, sum(visitors)::int AS visitors FROM ext_analytics.site_days`,
  );
  const [counted] = await rows(
    `SELECT (count(*) FILTER (WHERE name = 'pageview'))::int AS pageviews, count(DISTINCT (site_id, visitor_hash))::int AS visitors
     FROM ext_analytics.events`,
  );
  expect({ pageviews, visitors }).toEqual(counted);

  await rows('UPDATE ext_analytics.sites SET rolled_through = NULL');
  await closeDays();
  expect(await figures()).toEqual(resumed);
}, 300_000);
