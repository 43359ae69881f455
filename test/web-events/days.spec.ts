import type { Statement } from '../../src/platform/database/sql.js';
import { RollUpDaysJob } from '../../src/web-events/days/roll-up-days.job.js';
import { DropEventsJob } from '../../src/web-events/days/drop-events.job.js';
import { PurgeEventsJob } from '../../src/web-events/days/purge-events.job.js';
import { FixtureService } from '../support/fixture-service.js';
import { waitingSessions } from '../support/lock-waits.js';
import { queryPlan } from '../support/query-plan.js';
import { eventually } from '../support/service.js';
import { CountClicks, CountNothing, LIST, OF_COUNTRY, prepare, SERIES, TOP, TOTAL } from './probe.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const [ONE, TWO, GONE] = ['a', 'b', 'c'].map((end) => `0190a0a0-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];

let service: FixtureService;
beforeAll(async () => {
  // The broken table comes first: it must not stop the others from being counted.
  service = await FixtureService.start({ providers: [CountNothing, CountClicks] });
  await prepare(service.database);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.query(`
    TRUNCATE ext_probe.links, ext_probe.clicks, ext_probe.link_days, ext_probe.link_day_values, ext_probe.rollup_state`);
  await service.database.query('INSERT INTO ext_probe.links (id) VALUES ($1), ($2)', [ONE, TWO]);
});

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
interface Click {
  link?: string;
  ago?: number;
  visitor?: number;
  country?: string | null;
  at?: string;
  times?: number;
}
const click = ({ link = ONE, ago = 0, visitor = 1, country = null, at = '12:00', times = 1 }: Click = {}) =>
  service.database.query(
    `INSERT INTO ext_probe.clicks (link_id, visitor_hash, country, created_at)
     SELECT $1, int4send($2), $3, $4 FROM generate_series(1, $5)`,
    [link, visitor, country, ago ? `${day(ago)}T${at}Z` : new Date(), times],
  );
const close = () => expect(service.app.get(RollUpDaysJob).run()).rejects.toThrow('ext_probe.missing');
const read = async (statement: Statement, ...values: unknown[]) =>
  (await service.database.query(statement.text, values)).rows;
const stored = async () =>
  (
    await service.database.query(
      `SELECT right(link_id::text, 1) AS link, day::text, clicks, visitors FROM ext_probe.link_days ORDER BY 2, 1`,
    )
  ).rows;
const values = async () =>
  (
    await service.database.query(
      `SELECT dimension, value, clicks, visitors FROM ext_probe.link_day_values ORDER BY dimension, clicks DESC, value`,
    )
  ).rows;
const through = async () =>
  (await service.database.query(`SELECT rolled_through::text AS day FROM ext_probe.rollup_state WHERE name = 'probe'`))
    .rows[0]?.day;

describe('the figures', () => {
  const all = async () => ({
    series: await read(SERIES, [ONE], day(4), day(0)),
    total: await read(TOTAL, [ONE, TWO], day(4), day(0)),
    part: await read(TOTAL, [ONE], day(3), day(2)),
    top: await read(TOP, [ONE], day(4), day(0), 1),
    german: await read(OF_COUNTRY, [ONE, TWO], day(4), day(0), 'DE'),
    list: await read(LIST, [ONE, TWO]),
  });

  it('are the same before and after days are closed, and live', async () => {
    await click({ ago: 4, visitor: 1, country: 'DE', at: '00:00' });
    await click({ ago: 4, visitor: 1, country: 'DE', at: '23:59:59.999' });
    await click({ ago: 3, visitor: 1, country: 'FR' });
    await click({ ago: 3, visitor: 2, country: 'DE', at: '00:00' });
    await click({ ago: 1, visitor: 3 });
    await click({ ago: 2, visitor: 3, link: TWO, country: 'DE' });
    await click({ visitor: 9, country: 'DE' });
    await click({ ago: 9, visitor: 1 });
    const open = await all();
    expect(open).toEqual({
      series: [
        { day: day(4), clicks: 2, visitors: 1 },
        { day: day(3), clicks: 2, visitors: 2 },
        { day: day(2), clicks: 0, visitors: 0 },
        { day: day(1), clicks: 1, visitors: 1 },
        { day: day(0), clicks: 1, visitors: 1 },
      ],
      total: [{ clicks: 7, visitors: 6 }],
      part: [{ clicks: 2, visitors: 2 }],
      top: [
        { dimension: 'country', value: 'DE', clicks: 4, visitors: 3 },
        { dimension: 'destination', value: 'default', clicks: 6, visitors: 5 },
      ],
      german: [{ clicks: 5 }],
      list: [
        { id: ONE, clicks: 7 },
        { id: TWO, clicks: 1 },
      ],
    });
    expect(await through()).toBeUndefined();
    await close();
    expect(await through()).toBe(day(1));
    expect(await all()).toEqual(open);
    // Figures of closed days are read from the day tables only.
    await service.database.query('DELETE FROM ext_probe.clicks WHERE created_at < $1', [day(0)]);
    expect(await all()).toEqual(open);
    await click({ visitor: 10 });
    expect((await all()).list).toContainEqual({ id: ONE, clicks: 8 });
  });

  it('read no events except those of the open days of the thing', async () => {
    await service.database.query(
      `INSERT INTO ext_probe.clicks (link_id, visitor_hash, created_at)
       SELECT platform.uuid_v7(), int4send(n), now() - n * interval '1 minute' FROM generate_series(1, 20000) n`,
    );
    await service.database.query('ANALYZE');
    const range = [[ONE], day(30), day(0)];
    for (const [name, given] of [['probe_series', range], ['probe_total', range], ['probe_top', [...range, 5]], ['probe_list', [[ONE]]]] as const) {
      const plan = await queryPlan(service.database, name, [...given]);
      expect(plan.filter((step) => /Scan.* clicks/.test(step))).toEqual([
        expect.stringMatching(/^(Bitmap Heap|Index|Index Only) Scan clicks/),
      ]);
    }
    const plan = await queryPlan(service.database, 'probe_roll_up_count_0', [[ONE], day(1)]);
    expect(plan.join()).toContain('clicks_of_link');
  }); // prettier-ignore
});

describe('closing days', () => {
  it('writes absolute numbers: closing again, also concurrently, gives the same', async () => {
    for (const visitor of [1, 1, 2]) await click({ ago: 1, visitor, country: 'DE' });
    await click({ ago: 2, link: TWO });
    await Promise.all([close(), close(), close()]);
    const written = [
      { link: 'b', day: day(2), clicks: 1, visitors: 1 },
      { link: 'a', day: day(1), clicks: 3, visitors: 2 },
    ];
    expect(await stored()).toEqual(written);
    expect(await through()).toBe(day(1));
    await close();
    await service.database.query('UPDATE ext_probe.rollup_state SET rolled_through = NULL');
    expect(await read(TOTAL, [ONE], day(4), day(0))).toEqual([{ clicks: 3, visitors: 2 }]);
    await close();
    expect(await stored()).toEqual(written);
    expect(await read(LIST, [ONE])).toEqual([{ id: ONE, clicks: 3 }]);
  });

  it('counts the day before again, for events that arrived late', async () => {
    await click({ ago: 2, country: 'DE' });
    await close();
    await service.database.query('UPDATE ext_probe.rollup_state SET rolled_through = $1', [day(2)]);
    await click({ ago: 2, visitor: 2, country: 'FR', times: 2 });
    await close();
    expect(await stored()).toEqual([{ link: 'a', day: day(2), clicks: 3, visitors: 2 }]);
    expect(await values()).toEqual([
      { dimension: 'country', value: 'FR', clicks: 2, visitors: 1 },
      { dimension: 'country', value: 'DE', clicks: 1, visitors: 1 },
      { dimension: 'destination', value: 'default', clicks: 3, visitors: 2 },
    ]);
    expect(await read(LIST, [ONE])).toEqual([{ id: ONE, clicks: 3 }]);
  });

  it('does not count a day again if its events may be purged', async () => {
    await click({ ago: 30 });
    await close();
    await service.database.query('UPDATE ext_probe.rollup_state SET rolled_through = $1', [day(30)]);
    await service.database.query('UPDATE ext_probe.link_days SET clicks = 100');
    await click({ ago: 1 });
    await close();
    expect((await stored()).map(({ clicks }) => clicks)).toEqual([100, 1]);
    expect(await through()).toBe(day(1));
  });

  it('counts only events of existing things, and only those that the condition of the table allows', async () => {
    await click({ ago: 1, link: GONE });
    await click({ ago: 1, at: '08:00' });
    await click({ ago: 1, at: '10:00' });
    await service.database.query('UPDATE ext_probe.links SET counted_from = $1', [`${day(1)}T09:00Z`]);
    await close();
    expect(await stored()).toEqual([{ link: 'a', day: day(1), clicks: 1, visitors: 1 }]);
  });

  it('does nothing on days without events, and does not count today', async () => {
    await close();
    expect(await through()).toBeNull();
    await click();
    await close();
    expect(await stored()).toEqual([]);
  });

  it('keeps two hundred values and sums up the others; values that drop out are deleted', async () => {
    await service.database.query(
      `INSERT INTO ext_probe.clicks (link_id, visitor_hash, country, created_at)
       SELECT $1, int4send(1), 'C' || lpad(n::text, 3, '0'), $2 FROM generate_series(1, 203) n`,
      [ONE, `${day(1)}T12:00Z`],
    );
    await close();
    const countries = async () => (await values()).filter(({ dimension }) => dimension === 'country');
    expect(await countries()).toHaveLength(201);
    expect((await countries())[0]).toEqual({
      dimension: 'country',
      value: '(other)',
      clicks: 3,
      visitors: 1,
    });
    await click({ ago: 1, country: 'C203' });
    await service.database.query('UPDATE ext_probe.rollup_state SET rolled_through = NULL');
    await close();
    const now = await countries();
    expect(now).toHaveLength(201);
    expect(now.slice(0, 2)).toEqual([
      { dimension: 'country', value: '(other)', clicks: 3, visitors: 1 },
      { dimension: 'country', value: 'C203', clicks: 2, visitors: 1 },
    ]);
    expect(now.map(({ value }) => value)).not.toContain('C200');
    expect(now.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(204);
  });

  it('counts more things than one statement takes, while one of them is deleted', async () => {
    await service.database.query(
      `WITH made AS (INSERT INTO ext_probe.links (id) SELECT platform.uuid_v7() FROM generate_series(1, 1200) RETURNING id)
       INSERT INTO ext_probe.clicks (link_id, visitor_hash, created_at) SELECT id, '\\x00', $1 FROM made`,
      [`${day(1)}T12:00Z`],
    );
    const other = await service.database.connect();
    await other.query('BEGIN');
    await other.query(
      'DELETE FROM ext_probe.links WHERE id IN (SELECT id FROM ext_probe.links ORDER BY id DESC LIMIT 1)',
    );
    const closing = close();
    await eventually(async () => {
      const { rows } = await service.database.query(waitingSessions());
      if (!rows.length) throw new Error('nobody waits');
    });
    await other.query('COMMIT');
    other.release();
    await closing;
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS links, sum(l.clicks_closed)::int AS closed, sum(d.clicks)::int AS clicks
       FROM ext_probe.links l JOIN ext_probe.link_days d ON d.link_id = l.id`,
    );
    expect(rows).toEqual([{ links: 1199, closed: 1199, clicks: 1199 }]);
  });
});

describe('purging', () => {
  const forget = () => service.app.get(PurgeEventsJob).run();
  const ages = async () =>
    (
      await service.database.query(
        `SELECT extract(day FROM now() - created_at)::int AS days, count(*)::int AS events
         FROM ext_probe.clicks GROUP BY 1 ORDER BY 1`,
      )
    ).rows;

  it('deletes events after 90 days, more than one batch of them, and only those of closed days', async () => {
    await click({ ago: 120, times: 10_500 });
    for (const ago of [91, 89]) await click({ ago });
    await expect(forget()).rejects.toThrow('ext_probe.missing');
    expect((await ages()).map(({ events }) => events)).toEqual([1, 1, 10_500]);
    await close();
    const figures = await stored();
    await expect(forget()).rejects.toThrow('ext_probe.missing');
    expect(await ages()).toEqual([{ days: expect.any(Number), events: 1 }]);
    expect(await stored()).toEqual(figures);
  });

  it('deletes the events of a thing that is gone, more than one batch of them, and of no other', async () => {
    await click({ ago: 1, times: 10_500 });
    await click({ link: TWO, ago: 1, times: 2 });
    const job = service.app.get(DropEventsJob);
    await job.run({ events: 'probe', thing_id: ONE });
    expect((await ages()).map(({ events }) => events)).toEqual([2]);
    await expect(job.run({ events: 'nothing', thing_id: ONE })).rejects.toThrow('There is no table of events nothing');
  });
});
