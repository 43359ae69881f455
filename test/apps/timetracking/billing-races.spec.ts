import { ReleaseBatches } from '../../../src/apps/timetracking/jobs/release-batches.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, dayAgo, TimeDesk } from './desk.js';

let desk: TimeDesk;
let ann: Account;
let client: { id: string };
let project: { id: string };
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
  client = await desk.client(ann);
  project = await desk.project(ann, { client_id: client.id, rate: 10 });
});
afterAll(() => desk.stop());

const entries = async (many: number): Promise<string[]> => {
  const made = [];
  for (let n = 0; n < many; n++) made.push((await desk.entry(ann, { project_id: project.id })).id as string);
  return made;
};
const batches = () =>
  desk.rows(
    `SELECT b.id, b.status, b.entry_count, count(e.id)::int AS taken FROM ext_timetracking.invoice_batches b
     LEFT JOIN ext_timetracking.entries e ON e.batch_id = b.id WHERE b.owner_id = $1 GROUP BY b.id ORDER BY b.id`,
    ann.id,
  );
const drafts = async () =>
  (await desk.rows('SELECT id FROM ext_invoicing.documents WHERE owner_id = $1', ann.id)).map(({ id }) => id as string);

describe('twenty invoices at once', () => {
  it('of the same entries bill each entry once', async () => {
    await entries(5);
    const answers = await atOnce(20, () => desk.call(ann, 'create-invoice', { client_id: client.id }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    for (const { error } of refusals(answers) as { error: string }[])
      expect(['Entries were just invoiced', 'Nothing to invoice']).toContain(error);
    expect(await batches()).toMatchObject([{ entry_count: 5, taken: 5 }]);
    expect(await drafts()).toHaveLength(1);
  });

  it('of the same request give one answer', async () => {
    await entries(2);
    const input = { client_id: client.id, request_key: 'once' };
    const answers = await atOnce(20, () => desk.call(ann, 'create-invoice', input));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.invoice_id)).size).toBe(1);
    expect(await drafts()).toHaveLength(1);
  });

  it('of entries that overlap bill none twice', async () => {
    const ids = await entries(6);
    const answers = await atOnce(20, (n) =>
      desk.call(ann, 'create-invoice', { client_id: client.id, entry_ids: [ids[n % 6], ids[(n + 1) % 6]] }),
    );
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const made = await batches();
    expect(made.reduce((sum, { taken }) => sum + taken, 0)).toBe(6);
    for (const { entry_count, taken } of made) expect(taken).toBe(entry_count);
    expect(await drafts()).toHaveLength(made.length);
  });

  it('and changes of the same entries leave each billed as it was', async () => {
    const ids = await entries(10);
    const answers = await atOnce(20, (n) =>
      n % 2
        ? desk.call(ann, 'create-invoice', { client_id: client.id })
        : desk.call(ann, 'bulk-update-entries', {
            entry_ids: ids.toReversed(),
            billable: n % 4 > 0,
            add_tags: [`t${n % 4}`],
          }),
    );
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    for (const { entry_count, taken } of await batches()) expect(taken).toBe(entry_count);
    const broken = await desk.rows(
      'SELECT FROM ext_timetracking.entries WHERE owner_id = $1 AND batch_id IS NOT NULL AND NOT billable',
      ann.id,
    );
    expect(broken).toEqual([]);
  });

  it('and deletions of the same entries lose nothing that is billed', async () => {
    const ids = await entries(10);
    await atOnce(20, (n) =>
      n % 2
        ? desk.call(ann, 'create-invoice', { client_id: client.id })
        : desk.call(ann, 'delete-entry', { entry_id: ids[n / 2] }),
    );
    for (const { entry_count, taken } of await batches()) expect(taken).toBe(entry_count);
  });
});

it('an invoice that waited for another finds that its entries were just invoiced', async () => {
  await entries(1);
  const connection = await desk.service.database.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM ext_timetracking.owner_state WHERE owner_id = $1 FOR SHARE', [ann.id]);
  const first = desk.call(ann, 'create-invoice', { client_id: client.id });
  const both = Promise.all([first, desk.call(ann, 'create-invoice', { client_id: client.id })]);
  await desk.waiting(2);
  await connection.query('COMMIT');
  connection.release();
  const answers = await both;
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
  expect(refusals(answers)).toEqual([{ error: 'Entries were just invoiced' }]);
});

describe('time of an invoice that is gone', () => {
  it('is free again when the next one is made', async () => {
    const [id] = (await entries(2)) as [string, string];
    const { invoice_id, batch } = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.expectRefused(ann, 'update-entry', { entry_id: id, description: 'x' }, 409, 'Entry is invoiced');
    await desk.deleteInvoice(invoice_id);
    const { preview } = await desk.ask(ann, 'create-invoice', { client_id: client.id, preview: true });
    expect(preview).toMatchObject({ entry_count: 2 });
    const next = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    expect(next.batch).toMatchObject({ entry_count: 2, status: 'open' });
    expect(await batches()).toMatchObject([
      { id: batch.id, status: 'released', taken: 0 },
      { id: next.batch.id, status: 'open', taken: 2 },
    ]);
  });

  it('is free again within the hour, of all owners, and of a void invoice too', async () => {
    await entries(3);
    const { invoice_id } = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    const bob = await desk.person();
    const theirs = await desk.client(bob);
    const shop = await desk.project(bob, { client_id: theirs.id, rate: 1 });
    await desk.entry(bob, { project_id: shop.id });
    const other = await desk.ask(bob, 'create-invoice', { client_id: theirs.id });
    await desk.run(ReleaseBatches);
    expect(await batches()).toMatchObject([{ status: 'open', taken: 3 }]);
    await desk.voidInvoice(invoice_id);
    await desk.deleteInvoice(other.invoice_id);
    await Promise.all([desk.run(ReleaseBatches), desk.run(ReleaseBatches)]);
    expect(await batches()).toMatchObject([{ status: 'released', entry_count: 3, taken: 0 }]);
    expect((await desk.ask(bob, 'list-entries', { invoiced: false })).entries).toHaveLength(1);
  });

  it('keeps what was billed in the batch, whatever is set later', async () => {
    await desk.entry(ann, { project_id: project.id, started_at: at(2, '09:00'), duration_seconds: 61 });
    const input = { client_id: client.id, request_key: 'kept', rounding_minutes: 15 };
    const { batch } = await desk.ask(ann, 'create-invoice', input);
    await desk.ask(ann, 'update-settings', { rounding_minutes: 60, timezone: 'Asia/Tokyo' });
    await desk.ask(ann, 'update-project', { project_id: project.id, rate: 99, apply_rate: true });
    expect((await desk.ask(ann, 'create-invoice', input)).batch).toEqual(batch);
    expect(batch).toMatchObject({ billed_seconds: 900, exact_seconds: 61, total: 2.5 });
    const [row] = await desk.rows(
      'SELECT rounding, lines FROM ext_timetracking.invoice_batches WHERE id = $1',
      batch.id,
    );
    expect(row.rounding).toEqual({ minutes: 15, mode: 'up', scope: 'entry' });
    expect(row.lines).toMatchObject([{ exact_seconds: 61, billed_seconds: 900, rate_minor: 1000, amount_minor: 250 }]);
  });

  it('is billed from a locked period, and stays closed when that is opened', async () => {
    const [id] = (await entries(1)) as [string];
    await desk.ask(ann, 'lock-period', { until: dayAgo(1) });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.ask(ann, 'lock-period', { until: null });
    await desk.expectRefused(ann, 'delete-entry', { entry_id: id }, 409, 'Entry is invoiced');
  });
});
