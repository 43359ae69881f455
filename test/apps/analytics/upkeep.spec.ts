import { randomUUID } from 'node:crypto';
import { CountGoalsJob } from '../../../src/apps/analytics/jobs/count-goals.job.js';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { PurgeSiteEventsJob } from '../../../src/apps/analytics/jobs/purge-site-events.job.js';
import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import { type Account, PASSWORD } from '../../support/service.js';
import { day, Desk, type SiteAnswer } from './desk.js';

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.rows('DELETE FROM ext_analytics.events');
  ann = await desk.owner();
  site = await desk.site(ann);
});

const at = (ago: number) => `${day(ago)}T12:00:00Z`;
const ages = async () =>
  (await desk.rows(`SELECT (now()::date - created_at::date) AS days FROM ext_analytics.events ORDER BY 1`)).map(
    ({ days }) => days,
  );
const forgotten = ({ id }: SiteAnswer) =>
  desk.rows(`SELECT data FROM jobs.job WHERE name = 'web-events.drop-events' AND data->>'thing_id' = $1`, id);

describe('a new or changed goal', () => {
  const goal = (match: string) => ({ key: 'cart', name: 'Cart', kind: 'page', match });
  const conversions = async () =>
    (await desk.report(ann, site, { from: day(60), to: day(0) })).goals.map(
      (row: { conversions: number }) => row.conversions,
    );
  const countAgain = async () => {
    const goals = await desk.rows('SELECT id FROM ext_analytics.goals WHERE site_id = $1', site.id);
    await desk.run(CountGoalsJob, { site_id: site.id, goal_ids: goals.map(({ id }) => id) });
  };
  const change = async (goals: object[]) => {
    await desk.change(ann, site, { goals });
    await desk.service.jobsDone();
  };

  it('is counted back over the events that are kept', async () => {
    await desk.past(
      site,
      [2, 3, 9, 50].map((ago) => ({ at: at(ago), path: '/cart' })),
    );
    await desk.closeDays();
    await change([goal('/cart')]);
    expect(await conversions()).toEqual([4]);
    await countAgain();
    expect(await conversions()).toEqual([4]);
    await desk.send(site, { url: 'https://shop.example/cart' });
    expect(await conversions()).toEqual([5]);
    await desk.rows('DELETE FROM ext_analytics.events WHERE created_at < $1', day(1));
    await change([{ ...goal('/cart'), name: 'Another name' }]);
    expect(await conversions()).toEqual([5]);
    await desk.past(site, [{ at: at(4), path: '/basket' }]);
    await change([goal('/bas*')]);
    expect(await conversions()).toEqual([1]);
    await change([]);
    expect(await desk.rows('SELECT * FROM ext_analytics.goal_days')).toEqual([]);
  });

  it('counts letters that mean something to the database as they are', async () => {
    const paths = ['/a_b', '/axb', '/100%25', '/100x25', '/back\\slash'];
    await desk.past(site, paths.map((path) => ({ at: at(2), path }))); // prettier-ignore
    for (const [match, expected] of [['/a_b', 1], ['/100%25', 1], ['/a*', 2], ['*', 5], ['*b', 2]] as const) {
      await desk.change(ann, site, { goals: [goal(match)] });
      expect([match, await conversions()]).toEqual([match, [expected]]);
    }
  }); // prettier-ignore

  it('of a site that is gone is counted no more', async () => {
    await desk.run(CountGoalsJob, { site_id: randomUUID(), goal_ids: [randomUUID()] });
    expect(await desk.rows('SELECT * FROM ext_analytics.goal_days')).toEqual([]);
  });
});

describe('events', () => {
  it('are kept as long as their owner wants, and until their day is closed', async () => {
    const bob = await desk.owner();
    const other = await desk.site(bob);
    await desk.ask(bob, 'update-settings', { raw_retention_days: 30 });
    for (const one of [site, other]) await desk.past(one, [20, 30, 31, 89, 90, 91].map((ago) => ({ at: at(ago) }))); // prettier-ignore
    await desk.run(PurgeSiteEventsJob, {});
    expect(await ages()).toHaveLength(12);
    await desk.closeDays();
    await desk.run(PurgeSiteEventsJob, {});
    expect(await ages()).toEqual([20, 20, 30, 30, 31, 89, 90]);
    const { totals } = await desk.report(bob, other, { from: day(100), to: day(0) });
    expect(totals.pageviews).toBe(6);
  });

  it('of more than one batch are deleted', async () => {
    await desk.rows(
      `INSERT INTO ext_analytics.events (site_id, visitor_hash, path, created_at)
       SELECT $1, '\\x00', '/', $2::timestamptz + n * interval '1 millisecond' FROM generate_series(1, 10500) n`,
      site.id, at(100),
    ); // prettier-ignore
    await desk.closeDays();
    await desk.run(PurgeSiteEventsJob, {});
    expect(await ages()).toEqual([]);
  });

  it('of nobody are deleted after the longest retention', async () => {
    const lost = { ...site, id: randomUUID() };
    await desk.past(lost, [{ at: at(181) }, { at: at(179) }]);
    await desk.run(PurgeEventsJob, {});
    expect(await ages()).toEqual([179]);
  });
});

describe('deleting', () => {
  it('a site takes its figures at once and its events by a job', async () => {
    await desk.past(site, [{ at: at(3) }]);
    await desk.change(ann, site, { goals: [{ key: 'home', name: 'Home', kind: 'page', match: '/' }] });
    await desk.closeDays();
    const wrong = { site_id: site.id, domain: 'other.example' };
    await desk.expectRefused(ann, 'delete-site', wrong, 400, 'Domain does not match');
    const answer = await desk.ask(ann, 'delete-site', { site_id: site.id, domain: 'Shop.example' });
    expect(answer).toEqual({ message: 'Site deleted' });
    for (const table of ['sites', 'goals', 'site_days', 'site_day_values', 'goal_days']) {
      const column = table === 'sites' ? 'id' : 'site_id';
      expect(await desk.rows(`SELECT FROM ext_analytics.${table} WHERE ${column} = $1`, site.id)).toEqual([]);
    }
    const input = { site_key: site.site_key, url: 'https://shop.example/' };
    await desk.expectRefused({ client: desk.service.client() }, 'collect-event', input, 404, 'Site not found');
    expect(await forgotten(site)).toHaveLength(1);
    await desk.run(DropEventsJob, { events: 'analytics', thing_id: site.id });
    expect(await desk.events(site)).toEqual([]);
  });

  it('an account leaves no events behind', async () => {
    await desk.send(site, {});
    await ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await desk.rows('SELECT FROM ext_analytics.sites WHERE id = $1', site.id)).toEqual([]);
    expect(await forgotten(site)).toHaveLength(1);
  });
});
