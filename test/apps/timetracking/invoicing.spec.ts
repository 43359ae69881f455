import { WordFilterService } from '../../../src/moderation/word-filter/word-filter.service.js';
import { type Account, eventually } from '../../support/service.js';
import { at, dayAgo, HOUR, MINUTE, TimeDesk } from './desk.js';

const NOBODY = '0190a1b2-0000-7000-8000-000000000000';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
});
afterAll(() => desk.stop());

const bill = (input: object) => desk.ask(ann, 'create-invoice', input);
const expectRefused = (input: object, status: number, error: string) =>
  desk.expectRefused(ann, 'create-invoice', input, status, error);

describe('create-invoice', () => {
  it('makes one draft of the time of a client, and tells what it holds', async () => {
    const client = await desk.client(ann);
    const shop = await desk.project(ann, { name: 'Web shop', client_id: client.id, rate: 80 });
    for (const days of [5, 4, 3])
      await desk.entry(ann, { started_at: at(days, '09:00'), project_id: shop.id, duration_seconds: 5230 });
    await desk.entry(ann, { project_id: shop.id, billable: false });
    await desk.entry(ann, { project_id: (await desk.project(ann, { rate: 5 })).id });
    await desk.start(ann, { project_id: shop.id });
    const input = { client_id: client.id, rounding_minutes: 15, notes: 'Thank you' };
    const lines = [{ description: 'Web shop', hours: 4.5, rate: 80, amount: 360 }];
    const sums = { currency: 'usd', entry_count: 3, exact_seconds: 15_690, billed_seconds: 16_200, total: 360, lines };
    expect(await bill({ ...input, preview: true })).toEqual({ preview: sums });
    expect((await desk.ask(ann, 'list-entries', { invoiced: true })).entries).toEqual([]);
    expect(await desk.rows('SELECT FROM ext_timetracking.invoice_batches WHERE owner_id = $1', ann.id)).toEqual([]);
    const { batch, invoice_id } = await bill(input);
    const days = { from_date: dayAgo(5), to_date: dayAgo(3) };
    expect(batch).toMatchObject({
      ...sums,
      ...days,
      client_id: client.id,
      invoice_id,
      status: 'open',
      group_by: 'project',
    });
    expect(await desk.draft(invoice_id)).toEqual({
      client_id: client.id,
      notes: 'Thank you',
      total: 36_000,
      lines: [{ description: 'Web shop', quantity: 4.5, unit: 'h', price: 8_000, amount: 36_000 }],
    });
    await expectRefused({ client_id: client.id }, 409, 'Nothing to invoice');
    const { entries } = await desk.ask(ann, 'list-entries', { invoiced: true });
    expect(entries.map((entry: any) => entry.seconds)).toEqual([5230, 5230, 5230]);
  });

  it('takes days, projects and entries that are named', async () => {
    const client = await desk.client(ann);
    const [a, b] = [
      await desk.project(ann, { client_id: client.id, rate: 1 }),
      await desk.project(ann, { client_id: client.id, rate: 1 }),
    ];
    const made = [];
    for (const [days, { id }] of [
      [6, a],
      [5, b],
      [4, a],
      [3, b],
    ] as const)
      made.push(await desk.entry(ann, { started_at: at(days, '09:00'), project_id: id }));
    const counted = async (input: object) =>
      (await bill({ client_id: client.id, preview: true, ...input })).preview.entry_count;
    expect(await counted({})).toBe(4);
    expect(await counted({ from: dayAgo(5), to: dayAgo(4) })).toBe(2);
    expect(await counted({ project_ids: [a.id] })).toBe(2);
    expect(await counted({ entry_ids: [made[0].id, made[3].id], to: dayAgo(4) })).toBe(1);
    await expectRefused({ client_id: client.id, entry_ids: [NOBODY] }, 409, 'Nothing to invoice');
    const { batch } = await bill({ client_id: client.id, from: dayAgo(30), to: dayAgo(5) });
    expect(batch).toMatchObject({ entry_count: 2, from_date: dayAgo(30), to_date: dayAgo(5) });
  });

  it('has lines by project, task, day or entry, and one for each rate', async () => {
    const client = await desk.client(ann);
    const shop = await desk.project(ann, { name: 'Shop', client_id: client.id, rate: 10 });
    const task = await desk.task(ann, shop, { name: 'Design' });
    const started = [at(4, '09:00'), at(4, '12:00'), at(3, '09:00')];
    await desk.entry(ann, { started_at: started[0], task_id: task.id, description: 'Logo' });
    await desk.entry(ann, { started_at: started[1], project_id: shop.id });
    await desk.entry(ann, { started_at: started[2], project_id: shop.id, rate: 20 });
    const lines = async (group_by: string) =>
      (await bill({ client_id: client.id, preview: true, group_by })).preview.lines.map((line: any) => [
        line.description,
        line.amount,
      ]);
    expect(await lines('project')).toEqual([
      ['Shop', 20],
      ['Shop', 20],
    ]);
    expect(await lines('task')).toEqual([
      ['Shop: Design', 10],
      ['Shop', 10],
      ['Shop', 20],
    ]);
    expect(await lines('day')).toEqual([
      [dayAgo(4), 20],
      [dayAgo(3), 20],
    ]);
    expect(await lines('entry')).toEqual([
      [`${dayAgo(4)} Logo`, 10],
      [`${dayAgo(4)} Shop`, 10],
      [`${dayAgo(3)} Shop`, 20],
    ]);
  });

  it('rounds as the call says, else the project, else the settings', async () => {
    await desk.ask(ann, 'update-settings', { rounding_minutes: 30, rounding_mode: 'up' });
    const client = await desk.client(ann);
    const plain = await desk.project(ann, { client_id: client.id, rate: 60 });
    const own = await desk.project(ann, {
      client_id: client.id,
      rate: 60,
      rounding_minutes: 10,
      rounding_mode: 'down',
    });
    for (const { id } of [plain, plain, own]) await desk.entry(ann, { project_id: id, duration_seconds: 19 * MINUTE });
    const billed = async (input: object) =>
      (await bill({ client_id: client.id, preview: true, ...input })).preview.lines.map((line: any) => line.amount);
    expect(await billed({})).toEqual([60, 10]);
    expect(await billed({ rounding_scope: 'group' })).toEqual([60, 10]);
    expect(await billed({ rounding_minutes: 60, rounding_scope: 'group' })).toEqual([60, 0]);
    expect(await billed({ rounding_mode: 'nearest' })).toEqual([60, 20]);
    expect(await billed({ rounding_minutes: 0 })).toEqual([38, 19]);
    expect(await billed({ rounding_minutes: 1, rounding_mode: 'down' })).toEqual([38, 19]);
  });

  it('hands an amount over as one piece where hours × rate would differ, or nothing is left', async () => {
    const client = await desk.client(ann);
    const odd = await desk.project(ann, { name: 'Odd', client_id: client.id, rate: 100 });
    const down = await desk.project(ann, {
      name: 'Down',
      client_id: client.id,
      rate: 100,
      rounding_minutes: 60,
      rounding_mode: 'down',
    });
    await desk.entry(ann, { project_id: odd.id, started_at: at(2, '09:00'), duration_seconds: 1 });
    await desk.entry(ann, { project_id: down.id, started_at: at(1, '09:00'), duration_seconds: 60 });
    const { batch, invoice_id } = await bill({ client_id: client.id });
    expect(batch).toMatchObject({
      total: 0.03,
      lines: [
        { hours: 0.0003, amount: 0.03 },
        { hours: 0, amount: 0 },
      ],
    });
    const big = await desk.project(ann, { name: 'Big', client_id: client.id, rate: 900 });
    await desk.entry(ann, { project_id: big.id, duration_seconds: 1 });
    const { lines, total } = await desk.draft((await bill({ client_id: client.id })).invoice_id);
    expect(total).toBe(25);
    expect(lines).toEqual([{ description: 'Big (0.0003 h)', quantity: 1, unit: null, price: 25, amount: 25 }]);
    expect((await desk.draft(invoice_id)).lines).toMatchObject([
      { description: 'Odd', quantity: 0.0003, amount: 3 },
      { description: 'Down (0 h)', quantity: 1, price: 0, amount: 0 },
    ]);
  });

  it('gives the first answer to the same request, also when that has been changed since', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    await desk.entry(ann, { project_id: project.id });
    const input = { client_id: client.id, request_key: '2026-03' };
    const first = await bill(input);
    await desk.entry(ann, { project_id: project.id });
    expect(await bill(input)).toEqual(first);
    expect(await bill({ ...input, request_key: 'next' })).not.toMatchObject({ invoice_id: first.invoice_id });
    const bob = await desk.person();
    await desk.expectRefused(bob, 'create-invoice', { ...input }, 404, 'Client not found');
  });

  it('refuses what cannot be billed', async () => {
    const poor = await desk.person({}, { invoices: false });
    await desk.expectRefused(poor, 'create-invoice', { client_id: NOBODY }, 409, 'Install the Invoicing app first');
    await expectRefused({ client_id: NOBODY }, 404, 'Client not found');
    const client = await desk.client(ann);
    await expectRefused({ client_id: client.id }, 409, 'Nothing to invoice');
    await expectRefused({ client_id: client.id, preview: true }, 409, 'Nothing to invoice');
    const project = await desk.project(ann, { client_id: client.id });
    for (let n = 0; n < 2; n++) await desk.entry(ann, { project_id: project.id });
    await expectRefused({ client_id: client.id }, 409, 'Entries without a rate: 2');
    await desk.ask(ann, 'update-project', { project_id: project.id, rate: 1 });
    await expectRefused({ client_id: client.id, entry_ids: Array(5_001).fill(NOBODY) }, 400, 'At most 5,000 entries');
    const taxed = await desk.entry(ann, { project_id: project.id });
    const wrong = { client_id: client.id, entry_ids: [taxed.id], tax_rate_id: NOBODY };
    await expectRefused(wrong, 404, 'Tax rate not found');
    expect(await desk.get(ann, taxed.id)).toMatchObject({ invoiced: false });
    await desk.rows(`UPDATE ext_invoicing.clients SET status = 'archived' WHERE id = $1`, client.id);
    await expectRefused({ client_id: client.id, entry_ids: [taxed.id] }, 409, 'Client is archived');
  });

  it('refuses entries in two currencies, and in another one than that of the client', async () => {
    const client = await desk.client(ann, { currency: 'eur' });
    const project = await desk.project(ann, { currency: 'usd', rate: 10 });
    const old = await desk.entry(ann, { project_id: project.id });
    await desk.ask(ann, 'update-project', { project_id: project.id, client_id: client.id });
    await expectRefused({ client_id: client.id }, 400, "Currency differs from the client's");
    await desk.entry(ann, { project_id: project.id });
    await expectRefused({ client_id: client.id }, 409, 'Entries are in more than one currency');
    await desk.ask(ann, 'delete-entry', { entry_id: old.id });
    await bill({ client_id: client.id });
  });

  it('takes 5,000 entries and 200 lines, and no more', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 36 });
    const add = (many: number) =>
      desk.rows(
        `INSERT INTO ext_timetracking.entries
           (owner_id, project_id, started_at, ended_at, local_date, billable, rate_minor, currency, rate_source, source)
         SELECT $1, $2, now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '1 minute', current_date, true,
           3600, 'usd', 'project', 'manual' FROM generate_series(1, $3::int) n`,
        ann.id,
        project.id,
        many,
      );
    await add(201);
    for (const preview of [true, false])
      await expectRefused(
        { client_id: client.id, group_by: 'entry', preview },
        400,
        'An invoice has at most 200 lines',
      );
    await add(4_800);
    await expectRefused({ client_id: client.id }, 400, 'At most 5,000 entries');
    await desk.rows(
      `DELETE FROM ext_timetracking.entries WHERE id = (SELECT id FROM ext_timetracking.entries WHERE owner_id = $1 LIMIT 1)`,
      ann.id,
    );
    expect(await bill({ client_id: client.id })).toMatchObject({ batch: { entry_count: 5_000, total: 3_000 } });
  });

  it('filters the words that clients read', async () => {
    await desk.rows(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('turnip', '***')`);
    desk.service.app.get(WordFilterService, { strict: false }).recheck();
    const client = await desk.client(ann);
    const project = await eventually(async () => {
      const made = await desk.project(ann, { client_id: client.id, rate: 1 });
      await desk.ask(ann, 'update-project', { project_id: made.id, name: 'A turnip shop' });
      const { project: shown } = await desk.ask(ann, 'get-project', { project_id: made.id });
      expect(shown.name).toBe('A *** shop');
      return shown;
    });
    expect((await desk.task(ann, project, { name: 'turnip' })).name).toBe('***');
    await desk.entry(ann, { project_id: project.id, description: 'A turnip' });
    const { invoice_id } = await bill({ client_id: client.id, group_by: 'entry', notes: 'For the turnip' });
    const { notes, lines } = await desk.draft(invoice_id);
    expect([notes, lines[0].description]).toEqual(['For the ***', `${dayAgo(1)} A ***`]);
    expect(lines[0].quantity * HOUR).toBe(HOUR);
    await desk.rows('TRUNCATE moderation.censors');
    desk.service.app.get(WordFilterService, { strict: false }).recheck();
  });
});
