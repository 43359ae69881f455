import type { Account } from '../../support/service.js';
import { Desk, type SiteAnswer } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.owner();
});
afterAll(() => desk.stop());
beforeEach(() => desk.rows('DELETE FROM ext_analytics.sites'));

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']; // prettier-ignore
const todayIn = (timeZone: string, moment = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
const zoneOf = async ({ id }: SiteAnswer) =>
  (
    await desk.rows('SELECT timezone, timezone_before, timezone_changed_at FROM ext_analytics.sites WHERE id = $1', id)
  )[0];

describe('days are those of the zone of the site', () => {
  it.each(ZONES)('%s', async (timezone) => {
    const site = await desk.site(ann, { timezone });
    const moments = ['2026-03-10T00:30:00Z', '2026-03-10T09:30:00Z', '2026-03-10T12:30:00Z', '2026-03-10T23:30:00Z'];
    await desk.past(site, moments.map((at) => ({ at }))); // prettier-ignore
    const expected = new Map<string, number>();
    for (const moment of moments) {
      const on = todayIn(timezone, new Date(moment));
      expected.set(on, (expected.get(on) ?? 0) + 1);
    }
    const views = async () => {
      const { series } = await desk.report(ann, site, { from: '2026-03-08', to: '2026-03-12' });
      const points = series as { at: string; pageviews: number }[];
      return new Map(points.flatMap(({ at, pageviews }) => (pageviews ? [[at, pageviews] as const] : [])));
    };
    expect(await views()).toEqual(expected);
    await desk.closeDays();
    expect(await views()).toEqual(expected);
    const { to } = await desk.report(ann, site);
    expect(to).toBe(todayIn(timezone));
  });
});

describe('a new zone', () => {
  it('counts from its next midnight on; what was counted stays', async () => {
    const site = await desk.site(ann, { timezone: 'Europe/Berlin' });
    await desk.past(site, [{ at: '2026-03-09T23:30:00Z' }]);
    await desk.closeDays();
    const changed = await desk.change(ann, site, { timezone: 'America/New_York' });
    expect(changed).toMatchObject({ timezone: 'America/New_York', timezone_changed_at: expect.stringMatching(/Z$/) });
    const at = new Date(changed.timezone_changed_at);
    expect(at.getTime()).toBeGreaterThan(Date.now());
    expect(todayIn('America/New_York', new Date(at.getTime() - 1))).not.toBe(todayIn('America/New_York', at));
    const { series } = await desk.report(ann, site, { from: '2026-03-09', to: '2026-03-10' });
    expect(series.map(({ pageviews }: { pageviews: number }) => pageviews)).toEqual([0, 1]);
    expect((await desk.report(ann, site)).to).toBe(todayIn('Europe/Berlin'));
  });

  it('that is taken back leaves nothing; a second one begins from the zone that counts', async () => {
    const site = await desk.site(ann, { timezone: 'Europe/Berlin' });
    await desk.change(ann, site, { timezone: 'America/New_York' });
    await desk.change(ann, site, { timezone: 'Asia/Tokyo' });
    expect(await zoneOf(site)).toMatchObject({ timezone: 'Asia/Tokyo', timezone_before: 'Europe/Berlin' });
    await desk.change(ann, site, { timezone: 'Europe/Berlin' });
    expect(await zoneOf(site)).toEqual({ timezone: 'Europe/Berlin', timezone_before: null, timezone_changed_at: null });
  });

  it('of sites whose zones before differ is closed for each of them by its own days', async () => {
    const zones = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];
    const sites: SiteAnswer[] = [];
    for (const [at, timezone] of zones.entries()) {
      sites.push(await desk.site(ann, { domain: `shop${at}.example`, timezone }));
    }
    await desk.rows(
      `UPDATE ext_analytics.sites SET timezone_before = timezone, timezone = 'Asia/Tokyo',
         timezone_changed_at = '2026-03-12T15:00Z'`,
    );
    const moment = '2026-03-09T10:30:00Z';
    for (const site of sites) await desk.past(site, [{ at: moment }]);
    for (let closed = 0; closed < 2; closed++) {
      for (const [at, site] of sites.entries()) {
        const { series } = await desk.report(ann, site, { from: '2026-03-08', to: '2026-03-10' });
        const days = series.flatMap((point: { at: string; pageviews: number }) => (point.pageviews ? [point.at] : []));
        expect(days).toEqual([todayIn(zones[at] as string, new Date(moment))]);
      }
      await desk.closeDays();
    }
  });

  it('counts each event once, and days only move forward', async () => {
    for (const [before, after] of [
      ['Europe/Berlin', 'America/New_York'],
      ['America/New_York', 'Europe/Berlin'],
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
      ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
    ]) {
      await desk.rows('DELETE FROM ext_analytics.sites');
      const site = await desk.site(ann, { timezone: before });
      // The first midnight of the new zone after a moment in March, as a change makes it.
      await desk.rows(
        `UPDATE ext_analytics.sites SET timezone = $2::text, timezone_before = $3::text, timezone_changed_at = (
           SELECT min(at) FROM (SELECT (('2026-03-10T15:00Z' AT TIME ZONE $3::text)::date + k)::timestamp AT TIME ZONE $2::text AS at
             FROM generate_series(1, 3) k) midnights WHERE at > '2026-03-10T15:00Z')
         WHERE id = $1`,
        site.id, after, before,
      ); // prettier-ignore
      const moments = Array.from({ length: 120 }, (_, hour) => Date.parse('2026-03-08T00:10Z') + hour * 3_600_000);
      await desk.past(site, moments.map((at) => ({ at: new Date(at).toISOString() }))); // prettier-ignore
      const views = async () => {
        const { series, totals } = await desk.report(ann, site, { from: '2026-03-05', to: '2026-03-16' });
        expect(totals.pageviews).toBe(120);
        return series;
      };
      const open = await views();
      await desk.closeDays();
      expect(await views()).toEqual(open);
    }
  });
});
