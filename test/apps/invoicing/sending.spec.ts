import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

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

const mailsTo = async (address: string) => (await office.service.mails()).filter(({ to }) => to === address);
const kinds = async (invoice: any) => (await office.get(ann, invoice)).events.map(({ kind }: any) => kind);
const sixHoursAgo = (invoice: any, hours: number) =>
  office.rows(
    `UPDATE ext_invoicing.documents SET reminded_at = now() - $2 * interval '1 hour' WHERE id = $1`,
    invoice.id,
    hours,
  );

it('a client with an account is told, and a draft is issued first', async () => {
  const client = await office.client(ann, { user_id: reader.id, email: 'reader@mails.example' });
  const draft = await office.draft(ann, client);
  const { invoice, hosted_url, delivered } = await office.send(ann, draft, { message: 'As agreed.' });
  expect(invoice).toMatchObject({ id: draft.id, status: 'issued', sent_at: expect.any(String) });
  expect([hosted_url, delivered]).toEqual([invoice.hosted_url, true]);
  const [{ data }] = await office.notices(reader, 'received');
  expect(data).toMatchObject({ invoice_id: draft.id, number: invoice.number, hosted_url });
  expect(data.body).toContain(invoice.number);
  expect(data.body).toContain('1000.00 USD');
  expect(data.body).toContain('As agreed.');
  expect(await kinds(draft)).toEqual(['created', 'issued', 'sent']);
  await office.service.jobsDone();
  expect(await mailsTo('reader@mails.example')).toEqual([]);
});

it('a client with an e-mail address only gets a mail, which nobody confirms', async () => {
  const email = `${ann.id}@mails.example`;
  const invoice = await office.invoice(ann, await office.client(ann, { email }));
  const sent = await office.send(ann, invoice, { message: 'As agreed.' });
  expect(sent).toMatchObject({ delivered: false, hosted_url: invoice.hosted_url });
  expect(sent.invoice.sent_at).toEqual(expect.any(String));
  const [mail] = await office.service.mailsTo(email);
  expect(mail?.text).toContain(invoice.hosted_url);
  expect(mail?.text).toContain('As agreed.');
});

it('without both the owner passes the address on', async () => {
  const invoice = await office.invoice(ann, await office.client(ann));
  const sent = await office.send(ann, invoice);
  expect(sent).toMatchObject({ delivered: false, hosted_url: invoice.hosted_url });
  expect(sent.invoice.sent_at).toEqual(expect.any(String));
});

it('an invoice may be sent again', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const invoice = await office.invoice(ann, client);
  await office.send(ann, invoice);
  await office.send(ann, invoice);
  expect(await office.told(reader)).toEqual(['received', 'received']);
});

it('create-invoice sends at once', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const invoice = await office.draft(ann, client, { send: true });
  expect(invoice).toMatchObject({ status: 'issued', sent_at: expect.any(String) });
  expect(await office.told(reader)).toEqual(['received']);
  expect(await kinds(invoice)).toEqual(['created', 'issued', 'sent']);
});

it('a reminder is sent once in 24 hours, of twenty at once', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const invoice = await office.invoice(ann, client);
  const remind = { invoice_id: invoice.id, kind: 'reminder' };
  const answers = await atOnce(20, () => office.call(ann, 'send-invoice', remind));
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  expect(refusals(answers)).toEqual([{ error: 'Reminded less than 24 hours ago' }]);
  expect(await office.told(reader)).toEqual(['reminder']);
  await sixHoursAgo(invoice, 23);
  await office.expectRefused(ann, 'send-invoice', remind, 409, 'Reminded less than 24 hours ago');
  await sixHoursAgo(invoice, 25);
  expect((await office.ask(ann, 'send-invoice', remind)).delivered).toBe(true);
  expect(await office.told(reader)).toEqual(['reminder', 'reminder']);
  // The invoice itself may be sent at any time.
  expect((await office.send(ann, invoice)).delivered).toBe(true);
});

it('a reminder of a draft issues it', async () => {
  const email = `${ann.id}-late@mails.example`;
  const draft = await office.draft(ann, await office.client(ann, { email }));
  const { invoice, delivered } = await office.send(ann, draft, { kind: 'reminder' });
  expect([invoice.status, delivered]).toEqual(['issued', false]);
  expect(invoice.sent_at).toEqual(expect.any(String));
  expect((await office.service.mailsTo(email))[0]?.text).toContain(invoice.hosted_url);
  expect(await kinds(draft)).toEqual(['created', 'issued', 'reminded']);
});

it('what is paid is not reminded of, and what is void is not sent', async () => {
  const client = await office.client(ann, { user_id: reader.id });
  const [paid, withdrawn] = [await office.invoice(ann, client), await office.invoice(ann, client)];
  await office.settle(paid, { paid: 60_000, credited: 40_000 });
  await office.void(ann, withdrawn);
  const reminder = { invoice_id: paid.id, kind: 'reminder' };
  await office.expectRefused(ann, 'send-invoice', reminder, 409, 'Invoice is already paid');
  await office.send(ann, paid);
  for (const kind of ['invoice', 'reminder']) {
    const input = { invoice_id: withdrawn.id, kind };
    await office.expectRefused(ann, 'send-invoice', input, 409, 'Invoice is void');
  }
  const free = await office.priced(ann, client, 0);
  const ofNothing = { invoice_id: free.id, kind: 'reminder' };
  await office.expectRefused(ann, 'send-invoice', ofNothing, 409, 'Invoice is already paid');
  expect((await office.get(ann, free)).invoice.status).toBe('draft');
});

it.each([
  [{ kind: 'letter' }, 'kind'],
  [{ message: 'x'.repeat(2001) }, 'message'],
  [{ message: 5 }, 'message'],
])('%j is refused', async (more, field) => {
  const invoice = await office.draft(ann, await office.client(ann));
  await office.expectFault(ann, 'send-invoice', { invoice_id: invoice.id, ...more }, field);
});

it('a draft with an issue date of its own is sent with it', async () => {
  const draft = await office.draft(ann, await office.client(ann), { issue_date: day(2) });
  expect((await office.send(ann, draft)).invoice).toMatchObject({ issue_date: day(2), due_date: day(16) });
});
