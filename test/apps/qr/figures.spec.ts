import { CheckTargetsJob } from '../../../src/apps/qr/jobs/check-targets.job.js';
import { PurgeCodesJob } from '../../../src/apps/qr/jobs/purge-codes.job.js';
import { DestinationsService } from '../../../src/platform/http/destinations/destinations.service.js';
import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import type { Account } from '../../support/service.js';
import { CHROME, logo, MENU, Workshop } from './workshop.js';

let shop: Workshop;
let ann: Account;
beforeEach(async () => {
  shop = await Workshop.start();
  ann = await shop.person();
});
afterEach(() => shop.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
/** Scans of so many days ago at five in the morning, as the surface would have stored them. */
const scannedBefore = ({ id }: { id: string }, ago: number, times: number, country = 'DE') =>
  shop.rows(
    `INSERT INTO ext_qr.scans (code_id, visitor_hash, country, device, os, created_at)
     SELECT $1, int4send(n / 2), $2, 'mobile', 'ios', $3::date::timestamp AT TIME ZONE 'UTC' + interval '5 hours'
     FROM generate_series(1, $4) n`,
    id,
    country,
    day(ago),
    times,
  );
const stats = async ({ id }: { id: string }, more: object = {}) =>
  (await shop.ask(ann, 'get-code-stats', { code_id: id, ...more })).stats;

describe('the figures of a code', () => {
  it('are the same before and after the days are counted', async () => {
    const code = await shop.code(ann);
    await scannedBefore(code, 3, 4);
    await scannedBefore(code, 1, 2, 'FR');
    await shop.open(code.key, { headers: { 'user-agent': CHROME, 'cf-ipcountry': 'FR' } });
    const before = await stats(code);
    expect(before).toMatchObject({
      scans: 7,
      visitors: 6,
      countries: [
        { value: 'DE', scans: 4, visitors: 3 },
        { value: 'FR', scans: 3, visitors: 3 },
      ],
      devices: [
        { value: 'mobile', scans: 6, visitors: 5 },
        { value: 'desktop', scans: 1, visitors: 1 },
      ],
      os: [
        { value: 'ios', scans: 6 },
        { value: 'windows', scans: 1 },
      ],
    });
    expect(before.series).toHaveLength(30);
    expect(before.series.at(-4)).toEqual({ day: day(3), scans: 4, visitors: 3 });
    expect(before.hours).toHaveLength(24);
    expect(before.hours[5]).toBeGreaterThanOrEqual(6);
    expect(before.hours.reduce((sum: number, scans: number) => sum + scans)).toBe(7);
    await shop.run(RollUpDaysJob);
    await shop.run(RollUpDaysJob);
    expect(await stats(code)).toEqual(before);
    await shop.rows(`DELETE FROM ext_qr.scans WHERE created_at < current_date - 2`);
    expect(await stats(code)).toEqual(before);
    expect((await shop.show(ann, code)).code.scans).toBe(7);
    const [closed] = await shop.rows('SELECT scans_closed FROM ext_qr.codes WHERE id = $1', code.id);
    expect(closed.scans_closed).toBe('6');
    expect((await stats(code, { from: day(1), to: day(1) })).scans).toBe(2);
  });

  it('are refused for static codes and for long times', async () => {
    const code = await shop.code(ann);
    const fixed = await shop.code(ann, { mode: 'static' });
    await shop.refused(ann, 'get-code-stats', { code_id: fixed.id }, 409, 'Static codes are not counted');
    const long = { code_id: code.id, from: '2020-01-01', to: '2021-01-01' };
    await shop.refused(ann, 'get-code-stats', long, 400, 'Range is at most 366 days');
    expect((await stats(code, { from: '2020-01-01', to: '2020-12-31' })).series).toHaveLength(366);
    for (const wrong of [{ from: 'x' }, { from: day(1), to: day(2) }])
      await shop.call(ann, 'get-code-stats', { code_id: code.id, ...wrong }).expect(400);
  });

  it('go after 90 days as single scans, and stay as days', async () => {
    const code = await shop.code(ann);
    await scannedBefore(code, 100, 3);
    await shop.run(RollUpDaysJob);
    await shop.run(PurgeEventsJob);
    expect(await shop.scans(code)).toEqual([]);
    expect((await stats(code, { from: day(101), to: day(99) })).scans).toBe(3);
  });
});

it('the figures of an owner are those of all codes', async () => {
  const [one, two, never] = [await shop.code(ann), await shop.code(ann, { name: 'Two' }), await shop.code(ann)];
  const gone = await shop.code(ann, { name: 'Gone' });
  await shop.code(ann, { kind: 'text', content: { text: 'x' } });
  await scannedBefore(one, 2, 2);
  await scannedBefore(gone, 2, 9);
  await shop.run(RollUpDaysJob);
  await scannedBefore(two, 0, 5);
  await shop.ask(ann, 'delete-code', { code_id: gone.id });
  const figures = (await shop.ask(ann, 'stats')).stats;
  expect(figures).toEqual({
    codes: 4,
    dynamic_codes: 3,
    static_codes: 1,
    codes_created: 5,
    scans: 16,
    visitors: 10,
    top_codes: [
      { code_id: two.id, name: 'Two', scans: 5 },
      { code_id: one.id, name: 'Table 4', scans: 2 },
    ],
    never_scanned: 1,
  });
  await shop.update(ann, never, { status: 'paused' });
  expect((await shop.ask(ann, 'stats', { from: day(1), to: day(0) })).stats).toMatchObject({
    scans: 5,
    never_scanned: 0,
  });
});

describe('the list of codes', () => {
  it('is the caller’s, newest first, by what is asked', async () => {
    const bob = await shop.person();
    await shop.code(bob);
    const a = await shop.code(ann, { name: 'Table 100%', tags: ['in'] });
    const b = await shop.code(ann, { name: 'Card', kind: 'vcard', content: { first_name: 'Ann' } });
    const c = await shop.code(ann, { name: 'Door' });
    await shop.open(c.key);
    const names = async (input: object) =>
      (await shop.ask(ann, 'list-codes', input)).codes.map(({ name }: any) => name);
    expect(await names({})).toEqual(['Door', 'Card', 'Table 100%']);
    const first = await shop.ask(ann, 'list-codes', { limit: 2 });
    expect(first.codes[0]).toMatchObject({ id: c.id, scans: 1, target: MENU });
    expect(await names({ limit: 2, cursor: first.next_cursor })).toEqual(['Table 100%']);
    expect(await names({ mode: 'static' })).toEqual(['Card']);
    expect(await names({ kind: 'url' })).toEqual(['Door', 'Table 100%']);
    expect(await names({ tag: 'in', q: '0%' })).toEqual(['Table 100%']);
    expect(await names({ q: '_' })).toEqual([]);
    await shop.update(ann, a, { status: 'archived' });
    await shop.ask(ann, 'delete-code', { code_id: b.id });
    expect(await names({})).toEqual(['Door']);
    expect(await names({ status: 'archived' })).toEqual(['Table 100%']);
    expect(await names({ status: 'deleted' })).toEqual(['Card']);
    for (const wrong of [{ status: 'gone' }, { limit: 0 }, { cursor: 'x' }])
      await shop.call(ann, 'list-codes', wrong).expect(400);
  });
});

describe('every night', () => {
  it('codes to a blocked host are paused, until they lead elsewhere', async () => {
    const bad = await shop.code(ann, { content: { url: 'https://www.bad.example/' } });
    const later = await shop.code(ann, { fallback_url: 'https://bad.example/' });
    const archived = await shop.code(ann, { content: { url: 'https://bad.example/' } });
    await shop.update(ann, archived, { status: 'archived' });
    const good = await shop.code(ann);
    const fixed = await shop.code(ann, { mode: 'static', content: { url: 'https://bad.example/' } });
    const admin = await shop.service.admin();
    await admin.client.post('/v1/admin/blacklist', { type: 'domain', value: 'bad.example' }).expect(201);
    const broken = await shop.code(ann);
    await shop.set(broken, `content = '{"url":"https://[broken/"}'`);
    await shop.run(CheckTargetsJob);
    const statuses = await Promise.all([bad, later, archived, good, fixed].map((code) => shop.show(ann, code)));
    expect(statuses.map(({ code }) => code.status)).toEqual(['paused', 'paused', 'paused', 'active', 'active']);
    expect((await shop.open(bad.key)).status).toBe(404);
    const error = 'Destination is on the blacklist';
    for (const { id } of [bad, later])
      await shop.refused(ann, 'update-code', { code_id: id, status: 'active' }, 400, error);
    await shop.update(ann, bad, { status: 'active', content: { url: MENU } });
    await shop.update(ann, later, { status: 'active', fallback_url: null });
    expect((await shop.open(bad.key)).location).toBe(MENU);
    await shop.update(ann, archived, { name: 'Only another name' });
  });

  it('a code that its owner changes during the check is not paused', async () => {
    const code = await shop.code(ann, { content: { url: 'https://worse.example/' } });
    const admin = await shop.service.admin();
    await admin.client.post('/v1/admin/blacklist', { type: 'domain', value: 'worse.example' }).expect(201);
    const destinations = shop.service.app.get(DestinationsService, { strict: false });
    const { findBlocked } = destinations;
    destinations.findBlocked = async () => {
      destinations.findBlocked = findBlocked;
      await shop.update(ann, code, { content: { url: MENU } });
      return new Set(['worse.example']);
    };
    await shop.run(CheckTargetsJob);
    expect((await shop.show(ann, code)).code.status).toBe('active');
  });

  it('codes that were deleted 30 days ago are removed, and their keys never come back', async () => {
    const code = await shop.code(ann, { logo_png: await logo() });
    const kept = await shop.code(ann);
    await scannedBefore(code, 2, 4);
    await shop.run(RollUpDaysJob);
    await scannedBefore(code, 0, 1);
    for (const { id } of [code, kept]) await shop.ask(ann, 'delete-code', { code_id: id });
    await shop.set(code, `updated_at = now() - interval '31 days'`);
    await shop.run(PurgeCodesJob);
    await shop.service.jobsDone();
    for (const table of ['code_targets', 'code_days', 'code_day_values', 'scans'])
      expect(await shop.rows(`SELECT FROM ext_qr.${table} WHERE code_id = $1`, code.id)).toEqual([]);
    expect((await shop.ask(ann, 'stats')).stats.scans).toBe(0);
    await shop.refused(ann, 'get-code', { code_id: code.id }, 404, 'Code not found');
    expect((await shop.open(code.key)).status).toBe(410);
    expect((await shop.show(ann, kept)).code.status).toBe('deleted');
  });
});

it('the export has codes, targets and days, and no single scans', async () => {
  const code = await shop.code(ann, { logo_png: await logo(), kind: 'url' });
  await shop.open(code.key);
  await scannedBefore(code, 2, 1);
  await shop.run(RollUpDaysJob);
  const { export: copy } = await shop.ask(ann, 'export');
  expect(Object.keys(copy)).toEqual(expect.arrayContaining(['codes', 'code_targets', 'code_days', 'code_day_values']));
  expect(copy.scans).toBeUndefined();
  expect(JSON.stringify(copy)).not.toContain('visitor_hash');
});
