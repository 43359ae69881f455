import { Injectable } from '@nestjs/common';
import { sql } from '../../src/platform/database/sql.js';
import { EventTableDeclaration, type EventTable } from '../../src/web-events/days/event-tables.js';
import { everyDay, openCount } from '../../src/web-events/days/figures.sql.js';
import { PurgeEventsJob } from '../../src/web-events/days/purge-events.job.js';
import { RollUpDaysJob } from '../../src/web-events/days/roll-up-days.job.js';
import { atOnce } from '../account/at-once.js';
import { FixtureService } from '../support/fixture-service.js';

const VISITS: EventTable = {
  name: 'local_probe',
  table: 'ext_local.visits',
  things: {
    table: 'ext_local.sites',
    key: 'site_id',
    countedFrom: 'counted_from',
    local: { zone: 'timezone', through: 'rolled_through' },
  },
  days: [
    { table: 'ext_local.site_days', key: 'site_id', figures: { visits: 'count(*)' } },
    {
      table: 'ext_local.site_day_values',
      key: 'site_id',
      figures: { visits: 'count(*)' },
      dimensions: { page: 'e.page' },
    },
  ],
  closed: { column: 'visits_closed', figure: 'visits' },
};
const [DAYS] = VISITS.days as [EventTable['days'][number]];
const SERIES = sql(
  'local_probe_series',
  everyDay(VISITS, DAYS, { which: (of) => `${of}.site_id = $1`, from: '$2', to: '$3' }),
);
const TOTAL = sql(
  'local_probe_total',
  `SELECT (r.visits_closed + ${openCount(VISITS, 'r.id')})::int AS visits FROM ext_local.sites r WHERE r.id = $1`,
);

@Injectable()
class CountVisits extends EventTableDeclaration {
  readonly events = VISITS;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day in March 2026, long over, so that the days of all zones are closed. */
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}`;
const [TOKYO, PARIS, APIA] = ['a', 'b', 'c'].map((end) => `0190a0a0-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];

let service: FixtureService;
beforeAll(async () => {
  service = await FixtureService.start({ providers: [CountVisits] });
  await service.database.query(`
    CREATE SCHEMA ext_local;
    CREATE TABLE ext_local.sites (
      id uuid PRIMARY KEY, timezone text NOT NULL, rolled_through date, counted_from timestamptz,
      visits_closed bigint NOT NULL DEFAULT 0);
    CREATE TABLE ext_local.visits (
      id uuid PRIMARY KEY DEFAULT platform.uuid_v7(), site_id uuid NOT NULL, page text,
      created_at timestamptz(3) NOT NULL DEFAULT now());
    CREATE INDEX visits_of_site ON ext_local.visits (site_id, created_at);
    CREATE TABLE ext_local.site_days (
      site_id uuid NOT NULL REFERENCES ext_local.sites ON DELETE CASCADE, day date NOT NULL, visits int NOT NULL,
      UNIQUE (site_id, day));
    CREATE TABLE ext_local.site_day_values (
      site_id uuid NOT NULL REFERENCES ext_local.sites ON DELETE CASCADE, day date NOT NULL, dimension text NOT NULL,
      value text NOT NULL, visits int NOT NULL, UNIQUE (site_id, dimension, day, value));
  `);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.query(
    'TRUNCATE ext_local.sites, ext_local.visits, ext_local.site_days, ext_local.site_day_values',
  );
  await service.database.query(
    `INSERT INTO ext_local.sites (id, timezone)
     VALUES ($1, 'Asia/Tokyo'), ($2, 'Europe/Paris'), ($3, 'Pacific/Apia')`,
    [TOKYO, PARIS, APIA],
  );
});

const visit = (site: string, at: string, page = 'home') =>
  service.database.query('INSERT INTO ext_local.visits (site_id, created_at, page) VALUES ($1, $2, $3)', [
    site,
    at,
    page,
  ]);
const close = () => service.app.get(RollUpDaysJob).run();
const series = async (site: string, from: number, to: number) =>
  (await service.database.query(SERIES.text, [site, day(from), day(to)])).rows.map(({ visits }) => visits);
const total = async (site: string) => (await service.database.query(TOTAL.text, [site])).rows[0].visits;
const dates = async (column: string) =>
  (await service.database.query(`SELECT ${column}::text AS day FROM ext_local.sites ORDER BY id`)).rows.map(
    (row) => row.day,
  );
const localYesterday = (zone: string) =>
  new Date(Date.parse(new Date().toLocaleDateString('sv-SE', { timeZone: zone })) - DAY_MS).toISOString().slice(0, 10);
const localYesterdays = () => ['Asia/Tokyo', 'Europe/Paris', 'Pacific/Apia'].map(localYesterday);

/** All days before today are closed once the work is done; meanwhile the day of a zone may end. */
async function expectClosed(work: () => Promise<unknown>): Promise<void> {
  const before = localYesterdays();
  await work();
  expect([before, localYesterdays()]).toContainEqual(await dates('rolled_through'));
}

it('counts each thing by the days of its zone, the same before and after they are closed', async () => {
  // 16:00 in UTC is the next day in Tokyo and Apia, and 23:30 in Paris in winter.
  for (const site of [TOKYO, PARIS, APIA]) await visit(site, `${day(2)}T16:00Z`);
  await visit(PARIS, `${day(2)}T22:59:59.999Z`);
  await visit(PARIS, `${day(2)}T23:00Z`);
  await visit(TOKYO, `${day(2)}T14:59Z`);
  const figures = async () => [
    await series(TOKYO, 1, 4),
    await series(PARIS, 1, 4),
    await series(APIA, 1, 4),
    await total(PARIS),
  ];
  const open = await figures();
  expect(open).toEqual([[0, 1, 1, 0], [0, 2, 1, 0], [0, 0, 1, 0], 3]);
  await Promise.all([close(), close()]);
  await expectClosed(close);
  expect(await figures()).toEqual(open);
  await service.database.query('DELETE FROM ext_local.visits');
  expect(await figures()).toEqual(open);
});

it('leaves no day open when many processes close days at once', async () => {
  for (let date = 1; date <= 20; date++) for (const site of [TOKYO, PARIS]) await visit(site, `${day(date)}T10:00Z`);
  await expectClosed(() => atOnce(20, close));
  for (const site of [TOKYO, PARIS]) expect(await series(site, 1, 20)).toEqual(Array(20).fill(1));
});

it('counts the hour that is there twice or never when clocks change', async () => {
  await visit(PARIS, '2026-03-28T22:59Z');
  await visit(PARIS, '2026-03-28T23:00Z');
  await visit(PARIS, '2026-03-29T21:59Z');
  await visit(PARIS, '2026-03-29T22:00Z');
  await close();
  expect(await series(PARIS, 28, 30)).toEqual([1, 2, 1]);
});

it('counts nothing before the moment from which a thing is counted', async () => {
  await visit(PARIS, `${day(2)}T10:00Z`);
  await visit(PARIS, `${day(3)}T10:00Z`);
  await visit(PARIS, `${day(3)}T12:00Z`, 'about');
  await close();
  expect(await series(PARIS, 2, 3)).toEqual([1, 2]);
  const reset = `UPDATE ext_local.sites SET counted_from = $1, rolled_through = $2, visits_closed = 0 WHERE id = $3`;
  await service.database.query(reset, [`${day(3)}T11:00Z`, day(2), PARIS]);
  expect(await series(PARIS, 2, 3)).toEqual([0, 1]);
  expect(await total(PARIS)).toBe(1);
  await close();
  expect(await series(PARIS, 2, 3)).toEqual([0, 1]);
  expect(await total(PARIS)).toBe(1);
});

it('keeps the events of an open day, and purges those of closed days and of deleted things', async () => {
  await visit(PARIS, `${day(2)}T10:00Z`);
  await service.database.query('UPDATE ext_local.sites SET rolled_through = $1 WHERE id = $2', [day(1), PARIS]);
  await visit('0190a0a0-0000-7000-8000-00000000000d', `${day(2)}T10:00Z`);
  await service.app.get(PurgeEventsJob).run();
  const left = () => service.database.query('SELECT site_id FROM ext_local.visits').then(({ rows }) => rows);
  expect(await left()).toEqual([{ site_id: PARIS }]);
  await close();
  await service.app.get(PurgeEventsJob).run();
  expect(await left()).toEqual([]);
  expect(await series(PARIS, 2, 2)).toEqual([1]);
});
