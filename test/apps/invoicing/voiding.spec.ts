import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Office } from './office.js';

let office: Office;
let ann: Account;
let reader: Account;
beforeAll(async () => {
  office = await Office.start();
});
beforeEach(async () => {
  ann = await office.owner();
  reader = await office.service.account();
});
afterAll(() => office.stop());

const REASON = 'Written for the wrong client';

it('a void invoice keeps its number and stays listed', async () => {
  const client = await office.client(ann);
  const invoice = await office.invoice(ann, client);
  const voided = await office.void(ann, invoice, REASON);
  expect(voided).toMatchObject({
    status: 'void',
    state: 'void',
    number: invoice.number,
    total: 1000,
    due: 0,
    reason: REASON,
    voided_at: expect.any(String),
  });
  const { invoices } = await office.ask(ann, 'list-invoices', {});
  expect(invoices).toMatchObject([{ id: invoice.id, state: 'void', due: 0 }]);
  const { events } = await office.get(ann, invoice);
  expect(events.at(-1)).toMatchObject({ kind: 'voided', actor_id: ann.id, data: { reason: REASON } });
  const next = await office.invoice(ann, client);
  expect(next.number.slice(-4)).toBe('0002');
});

it('the reason is in the activity', async () => {
  const invoice = await office.invoice(ann, await office.client(ann));
  await office.void(ann, invoice, REASON);
  const { activity } = await office.ask(ann, 'activity');
  expect(activity[0]).toMatchObject({ action: 'void-invoice' });
  expect(JSON.stringify(activity[0])).toContain(REASON);
});

it('only a client with an account that had it is told', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const [sent, kept] = [await office.draft(ann, client, { send: true }), await office.invoice(ann, client)];
  await office.void(ann, kept);
  expect(await office.told(reader)).toEqual(['received']);
  await office.void(ann, sent);
  expect(await office.told(reader)).toEqual(['received', 'voided']);
});

it('a draft and what is settled in part are not voided', async () => {
  const client = await office.client(ann);
  const [draft, paid, credited] = [
    await office.draft(ann, client),
    await office.invoice(ann, client),
    await office.invoice(ann, client),
  ];
  await office.settle(paid, { paid: 1 });
  await office.settle(credited, { credited: 1 });
  const refused = (invoice: any, error: string) =>
    office.expectRefused(ann, 'void-invoice', { invoice_id: invoice.id, reason: REASON }, 409, error);
  await refused(draft, 'Drafts are deleted, not voided');
  for (const one of [paid, credited]) await refused(one, 'Invoice has payments or credits; use a credit note');
});

it('an invoice of nothing may be voided', async () => {
  const free = await office.priced(ann, await office.client(ann), 0, { issue: true });
  expect((await office.void(ann, free)).state).toBe('void');
});

it.each([[{}], [{ reason: '' }], [{ reason: '  ' }], [{ reason: 'x'.repeat(501) }]])('%j is refused', async (more) => {
  const { id } = await office.invoice(ann, await office.client(ann));
  await office.expectFault(ann, 'void-invoice', { invoice_id: id, ...more }, 'reason');
});

it('voiding twice changes nothing, also of twenty at once', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const invoice = await office.draft(ann, client, { send: true });
  const answers = await atOnce(20, (n) =>
    office.call(ann, 'void-invoice', { invoice_id: invoice.id, reason: `Reason ${n}` }),
  );
  expect(tally(answers)).toEqual({ 200: 20 });
  expect(new Set(answers.map(({ body }) => body.invoice.reason)).size).toBe(1);
  expect(await office.told(reader)).toEqual(['received', 'voided']);
  const { events } = await office.get(ann, invoice);
  expect(events.filter(({ kind }: any) => kind === 'voided')).toHaveLength(1);
});
