import { FoldSums } from '../../../src/apps/timetracking/jobs/fold-sums.job.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, dayAgo, HOUR, TimeDesk } from './desk.js';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person({ default_rate: 10 });
});
afterEach(() => desk.expectSummed());
afterAll(() => desk.stop());

const total = async (filter: object = {}) => (await desk.ask(ann, 'list-entries', filter)).total_seconds / HOUR;
/** Whether each part of the sums over all days is folded. */
const parts = async () =>
  (
    await desk.rows(`SELECT folded FROM ext_timetracking.time_sums WHERE owner_id = $1 AND day = 'infinity'`, ann.id)
  ).map(({ folded }) => folded);

describe('the sums of time', () => {
  it('follow entries that are made, changed, billed, given back and deleted, folded or not', async () => {
    const client = await desk.client(ann);
    const shop = await desk.project(ann, { client_id: client.id, rate: 33.33 });
    const park = await desk.project(ann, { currency: 'eur', rate: 50 });
    const first = await desk.entry(ann, { project_id: shop.id, duration_seconds: 4_001 });
    const second = await desk.entry(ann, { duration_seconds: 2 * HOUR, started_at: at(3, '23:00') });
    await desk.start(ann, { project_id: shop.id, started_at: new Date(Date.now() - 5_000).toISOString() });
    await desk.expectSummed();
    await desk.run(FoldSums);
    await desk.ask(ann, 'stop-timer');
    const moved = { project_id: park.id, started_at: at(5, '12:00'), duration_seconds: HOUR };
    await desk.ask(ann, 'update-entry', { entry_id: second.id, ...moved });
    await desk.ask(ann, 'update-entry', { entry_id: first.id, description: 'Words' });
    await desk.ask(ann, 'update-project', { project_id: shop.id, rate: 44.44, apply_rate: true });
    const { invoice_id } = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.expectSummed();
    await desk.run(FoldSums);
    await desk.expectSummed();
    await desk.deleteInvoice(invoice_id);
    await desk.ask(ann, 'create-invoice', { client_id: client.id, preview: true });
    await desk.ask(ann, 'bulk-update-entries', { entry_ids: [first.id, second.id], billable: false });
    await desk.expectSummed();
    await desk.ask(ann, 'bulk-update-entries', { entry_ids: [first.id, second.id], delete: true });
  });

  it('are what the totals of a list are read from', async () => {
    const client = await desk.client(ann);
    const shop = await desk.project(ann, { client_id: client.id });
    await desk.entry(ann, { project_id: shop.id, started_at: at(9, '09:00') });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.entry(ann, { project_id: shop.id, duration_seconds: 2 * HOUR, billable: false });
    await desk.entry(ann, { duration_seconds: 4 * HOUR, tags: ['a'], description: 'Call' });
    for (const fold of [() => undefined, () => desk.run(FoldSums)]) {
      await fold();
      expect(await total()).toBe(7);
      expect(await total({ project_id: shop.id })).toBe(3);
      expect(await total({ client_id: client.id, to: dayAgo(2) })).toBe(1);
      expect(await total({ from: dayAgo(2) })).toBe(6);
      expect(await total({ from: dayAgo(9), to: dayAgo(1), billable: true })).toBe(5);
      expect(await total({ invoiced: true })).toBe(1);
      expect(await total({ invoiced: false, tag: 'a' })).toBe(4);
      expect(await total({ from: dayAgo(9), q: 'call' })).toBe(4);
    }
  });

  it('become one row for each key, and none where nothing is left', async () => {
    const entries = await atOnce(10, (n) => desk.entry(ann, { started_at: at(1, `0${n}:00`) }));
    expect(await parts()).toHaveLength(10);
    await desk.run(FoldSums);
    expect(await parts()).toEqual([true]);
    await desk.ask(ann, 'bulk-update-entries', { entry_ids: entries.map(({ id }) => id), delete: true });
    await desk.run(FoldSums);
    expect(await parts()).toEqual([]);
  });

  it('stay right when all are made anew while twenty change entries', async () => {
    const entries = await atOnce(10, () => desk.entry(ann));
    await Promise.all([
      atOnce(20, (n) =>
        n < 10
          ? desk.ask(ann, 'update-entry', { entry_id: entries[n].id, duration_seconds: 60 * (n + 1) })
          : desk.entry(ann),
      ),
      desk.rows('SELECT ext_timetracking.sum_anew()'),
      desk.run(FoldSums),
    ]);
    await desk.expectSummed();
  });
});

it('the longest tags have room in the index of an entry', async () => {
  const tags = Array.from({ length: 10 }, (_, n) => `${n}${'\u{10FFFF}\u{10ABCD}'.repeat(19)}`);
  expect((await desk.entry(ann, { tags })).tags).toEqual(tags);
});
