import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import { PurgeDrops } from '../../../src/apps/pixels/jobs/purge-drops.job.js';
import type { Account } from '../../support/service.js';
import { Desk, META, OWN } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
interface Past {
  ref?: string | null;
  name?: string;
  proxied?: boolean;
  attachment?: string;
}
/** Events of so many days ago, as the surface would have written them. */
const happened = ({ id }: { id: string }, ago: number, times: number, more: Past = {}) =>
  desk.rows(
    `INSERT INTO ext_pixels.events (pixel_id, visitor_hash, name, ref, is_proxied, attachment_id, country, created_at)
     SELECT $1, int4send(n), $5, $6, $7, $8, 'DE', $3::date::timestamp AT TIME ZONE 'UTC' + interval '1 hour'
     FROM generate_series(1, $4) n, (SELECT $2::text) unused`,
    id,
    '',
    day(ago),
    times,
    more.name ?? 'open',
    more.ref ?? null,
    more.proxied ?? false,
    more.attachment ?? null,
  );
const reopened = () => desk.rows('UPDATE ext_pixels.rollup_state SET rolled_through = NULL');

describe('the figures', () => {
  it('are the same before and after days are counted, and when events are purged', async () => {
    const eve = await desk.person();
    const [own, network, silent] = [await desk.pixel(eve), await desk.pixel(eve, META), await desk.pixel(eve)];
    await desk.pixel(eve, { ...META, external_id: '8888888888' });
    const page = await desk.page(eve, 'blog', 'notes');
    const { attachments } = await desk.attach(eve, network, page);
    await happened(own, 100, 4, { ref: 'old' });
    await happened(own, 20, 3, { ref: 'issue-1' });
    await happened(own, 1, 2, { ref: 'issue-1', proxied: true, name: 'click' });
    await happened(network, 2, 5, { name: 'PageView', attachment: attachments[0].id });
    await desk.picture(own, '?e=open&r=issue-1', { referer: 'https://shop.example/' });
    const read = async () => ({
      all: await desk.stats(eve, own, { from: day(100), to: day(0) }),
      part: await desk.stats(eve, own),
      ref: await desk.stats(eve, own, { ref: 'issue-1' }),
      network: await desk.stats(eve, network),
      app: (await desk.ask(eve, 'stats')).stats,
      longer: (await desk.ask(eve, 'stats', { from: day(700), to: day(0) })).stats,
      shown: (await desk.ask(eve, 'list-pixels')).pixels.map(({ events }: any) => events),
    });
    const before = await read();
    expect(before.all).toMatchObject({ events: 10, visitors: 10, proxied: 2 });
    expect(before.all.series).toHaveLength(101);
    expect(before.all.series[0]).toEqual({ day: day(100), events: 4, visitors: 4 });
    expect(before.all.by_ref).toEqual([
      { value: 'issue-1', events: 6, visitors: 6 },
      { value: 'old', events: 4, visitors: 4 },
    ]);
    expect(before.part).toMatchObject({
      events: 6,
      by_event: [
        { value: 'open', events: 4 },
        { value: 'click', events: 2 },
      ],
      by_host: [{ value: 'shop.example', events: 1 }],
      by_target: [],
    });
    expect(before.part.series).toHaveLength(30);
    expect(Object.keys(before.ref)).toEqual(['events', 'visitors', 'series']);
    expect(before.ref).toMatchObject({ events: 6, visitors: 6 });
    expect(before.network.by_target).toMatchObject([{ events: 5, visitors: 5, target: { ...page, label: 'notes' } }]);
    expect(before.app).toEqual({
      pixels: 4,
      attachments: 1,
      events: 11,
      visitors: 11,
      proxied: 2,
      events_by_provider: [
        { provider: 'own', events: 6 },
        { provider: 'meta', events: 5 },
      ],
      top_pixels: [
        { pixel_id: own.id, name: OWN.name, events: 6 },
        { pixel_id: network.id, name: META.name, events: 5 },
      ],
      silent_pixels: 1,
    });
    expect(before.longer.events).toBe(15);
    expect(before.shown).toEqual([0, 0, 5, 10]);
    await desk.run(RollUpDaysJob);
    expect(await read()).toEqual(before);
    await reopened();
    await desk.run(RollUpDaysJob);
    expect(await read()).toEqual(before);
    await desk.run(PurgeEventsJob);
    expect(await desk.events(own)).toHaveLength(6);
    expect(await read()).toEqual(before);
    await desk.ask(eve, 'update-pixel', { pixel_id: silent.id, status: 'paused' });
    expect((await desk.ask(eve, 'stats')).stats.silent_pixels).toBe(0);
    const { export: tables } = await desk.ask(eve, 'export');
    expect(Object.keys(tables).sort()).toEqual(['attachments', 'pixel_day_values', 'pixel_days', 'pixels']);
    expect([tables.pixel_days.length, tables.attachments.length]).toEqual([4, 1]);
    expect(JSON.stringify(tables)).not.toContain('hash');
  });

  it('keep the two hundred most frequent references of a day, and the rest as one', async () => {
    const pixel = await desk.pixel(ann);
    await desk.rows(
      `INSERT INTO ext_pixels.events (pixel_id, visitor_hash, name, ref, created_at)
       SELECT $1, int4send(n), 'open', 'r' || (n % 260), now() - interval '2 days' FROM generate_series(1, 460) n`,
      pixel.id,
    );
    await reopened();
    await desk.run(RollUpDaysJob);
    const kept = await desk.rows(
      `SELECT value, events FROM ext_pixels.pixel_day_values WHERE pixel_id = $1 AND dimension = 'ref'`,
      pixel.id,
    );
    expect(kept).toHaveLength(201);
    expect(kept.find(({ value }) => value === '(other)')).toMatchObject({ events: 60 });
    const stats = await desk.stats(ann, pixel);
    expect([stats.events, stats.by_ref.length]).toEqual([460, 50]);
    expect((await desk.stats(ann, pixel, { ref: 'r1' })).events).toBe(2);
    expect((await desk.stats(ann, pixel, { ref: 'nothing' })).events).toBe(0);
  });

  it('cover a year at most', async () => {
    const pixel = await desk.pixel(ann);
    const asked = (input: object) => desk.call(ann, 'get-pixel-stats', { pixel_id: pixel.id, ...input });
    await asked({ from: day(366) }).expect(400, { error: 'Range is at most 366 days' });
    expect((await desk.stats(ann, pixel, { from: day(365) })).series).toHaveLength(366);
    for (const wrong of [{ from: day(0), to: day(1) }, { from: 'x' }, { ref: 'a@b.example' }, { ref: '' }])
      await asked(wrong).expect(400);
  });

  it('go with their pixel, and with the account of its owner', async () => {
    const eve = await desk.person();
    const [pixel, other] = [await desk.pixel(eve), await desk.pixel(eve)];
    const page = await desk.page(eve, 'biolinks');
    await desk.attach(eve, pixel, page);
    await desk.picture(pixel);
    await desk.picture(pixel, '', { 'user-agent': '' });
    await desk.dropped(eve, pixel);
    await happened(pixel, 1, 1);
    await reopened();
    await desk.run(RollUpDaysJob);
    await desk.picture(pixel, '', { 'user-agent': '' });
    expect(await desk.ask(eve, 'delete-pixel', { pixel_id: pixel.id })).toEqual({ message: 'Pixel deleted' });
    await desk.service.jobsDone();
    // What was not written yet is of a pixel that is gone.
    await desk.dropped(ann, await desk.pixel(ann));
    for (const table of ['events', 'pixel_days', 'pixel_day_values', 'drops', 'attachments'])
      expect([table, await desk.rows(`SELECT FROM ext_pixels.${table} WHERE pixel_id = $1`, pixel.id)]).toEqual([
        table,
        [],
      ]);
    await desk.refused(eve, 'get-pixel', { pixel_id: pixel.id }, 404, 'Pixel not found');
    await desk.rows('DELETE FROM account.users WHERE id = $1', eve.id);
    expect(await desk.rows('SELECT FROM ext_pixels.pixels WHERE id = $1', other.id)).toEqual([]);
    expect((await desk.picture(other)).status).toBe(200);
  });
});

describe('the numbers of requests that do not count', () => {
  it('are added up over processes, shown for a day and kept for a week', async () => {
    const pixel = await desk.pixel(ann);
    const dropped = () => desk.dropped(ann, pixel);
    await desk.picture(pixel, '', { 'user-agent': '' });
    expect((await dropped()).bot).toBe(1);
    await desk.picture(pixel, '', { 'user-agent': '' });
    expect((await dropped()).bot).toBe(2);
    const aged = (age: string) =>
      desk.rows(`UPDATE ext_pixels.drops SET hour = hour - $2::interval WHERE pixel_id = $1`, pixel.id, age);
    await aged('25 hours');
    expect((await dropped()).bot).toBe(0);
    await desk.run(PurgeDrops);
    expect(await desk.rows('SELECT FROM ext_pixels.drops WHERE pixel_id = $1', pixel.id)).not.toEqual([]);
    await aged('8 days');
    await desk.run(PurgeDrops);
    expect(await desk.rows('SELECT FROM ext_pixels.drops WHERE pixel_id = $1', pixel.id)).toEqual([]);
  });
});
