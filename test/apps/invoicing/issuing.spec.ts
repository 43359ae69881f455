import { atOnce, refusals, tally } from '../../account/at-once.js';
import { borderPassed, HOUR_MS } from '../../support/clock.js';
import type { Account } from '../../support/service.js';
import { day, Office, SELLER } from './office.js';

let office: Office;
let ann: Account;
let client: any;
beforeAll(async () => {
  office = await Office.start();
});
beforeEach(async () => {
  ann = await office.owner({ invoice_number_format: 'INV-{SEQ:4}' });
  client = await office.client(ann);
});
afterAll(() => office.stop());

const YEAR = day(0).slice(0, 4);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `INV-${String(n + 1).padStart(4, '0')}`);

it('an invoice gets its number, its dates, its seller and its client', async () => {
  await office.set(ann, { invoice_number_format: 'INV-{YYYY}-{SEQ:4}', payment_instructions: 'IBAN DE00' });
  const address = { line1: 'Quay 7', country: 'Germany' };
  const acme = await office.client(ann, { contact_name: 'Ada', email: 'ada@acme.example', tax_number: 'T', address });
  const draft = await office.draft(ann, acme);
  const issued = await office.issue(ann, draft);
  expect(issued).toMatchObject({
    id: draft.id,
    status: 'issued',
    state: 'open',
    number: `INV-${YEAR}-0001`,
    issue_date: day(0),
    due_date: day(14),
    due: 1000,
    seller: {
      name: SELLER.business_name,
      address: SELLER.business_address,
      email: SELLER.business_email,
      tax_number: SELLER.tax_number,
      logo_url: '',
      payment_instructions: 'IBAN DE00',
    },
    client: { name: 'Acme', contact_name: 'Ada', email: 'ada@acme.example', phone: null, tax_number: 'T', address },
    draft_pdf_url: null,
    paid_at: null,
    sent_at: null,
  });
  const token = await office.token(draft);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const page = `${office.service.runtime.publicUrl}/v1/apps/invoicing/public/i/${token}`;
  expect(issued).toMatchObject({ hosted_url: page, pdf_url: `${page}/invoice.pdf` });
  const { events } = await office.get(ann, draft);
  expect(events.map(({ kind, data }: any) => [kind, data])).toEqual([
    ['created', {}],
    ['issued', { number: issued.number }],
  ]);
});

it('is due by the terms of the client, of the settings, or by its own date', async () => {
  await office.set(ann, { payment_terms_days: 7 });
  expect(await office.invoice(ann, client)).toMatchObject({ due_date: day(7) });
  const quick = await office.client(ann, { payment_terms_days: 0 });
  expect(await office.invoice(ann, quick)).toMatchObject({ due_date: day(0), state: 'open' });
  expect(await office.invoice(ann, quick, { due_date: day(3) })).toMatchObject({ due_date: day(3) });
  const dated = await office.draft(ann, quick, { issue_date: day(-30) });
  expect(await office.issue(ann, dated)).toMatchObject({ issue_date: day(-30), due_date: day(-30), state: 'overdue' });
  const later = await office.draft(ann, quick, { issue_date: day(-30) });
  expect(await office.issue(ann, later, { issue_date: day(5) })).toMatchObject({
    issue_date: day(5),
    due_date: day(5),
  });
});

it('today is that of the time zone', async () => {
  await borderPassed(HOUR_MS);
  const zones = ['Pacific/Kiritimati', 'Pacific/Niue'];
  const [east, west] = [await office.owner({ timezone: zones[0] }), await office.owner({ timezone: zones[1] })];
  const dayIn = (timeZone?: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  for (const [at, owner] of [east, west].entries()) {
    const { issue_date } = await office.invoice(owner, await office.client(owner));
    expect(issue_date).toBe(dayIn(zones[at]));
  }
});

it('what is issued does not change with the settings, the client and the rates', async () => {
  const rate = await office.rate(ann, 10);
  const lines = [{ description: 'A', unit_price: 100, tax_rate_id: rate.id }];
  const issued = await office.invoice(ann, client, { lines });
  const before = await office.get(ann, issued);
  await office.set(ann, { business_name: 'Another name', timezone: 'Asia/Tokyo', payment_terms_days: 1 });
  await office.ask(ann, 'update-client', { client_id: client.id, name: 'Another client', tax_number: '1' });
  await office.ask(ann, 'save-tax-rate', { tax_rate_id: rate.id, percent: 50, name: 'Another' });
  expect(await office.get(ann, issued)).toEqual(before);
});

it('issuing twice changes nothing', async () => {
  const issued = await office.invoice(ann, client);
  expect(await office.issue(ann, issued, { issue_date: day(1) })).toEqual(issued);
  expect((await office.get(ann, issued)).events).toHaveLength(2);
  expect(await office.numbers(ann)).toEqual(numbered(1));
});

it('an invoice of nothing is paid at once', async () => {
  const free = await office.priced(ann, client, 0, { issue: true });
  expect(free).toMatchObject({ state: 'paid', total: 0, due: 0, paid_at: expect.any(String) });
});

it('refuses what cannot be issued', async () => {
  const nameless = await office.person();
  const asked = { client_id: (await office.client(nameless)).id, lines: [{ description: 'A', unit_price: 1 }] };
  const unnamed = 'Set the business name first';
  for (const how of [{ issue: true }, { send: true }])
    await office.expectRefused(nameless, 'create-invoice', { ...asked, ...how }, 400, unnamed);
  await office.set(nameless, { business_name: '  ' });
  const draft = (await office.ask(nameless, 'create-invoice', asked)).invoice;
  for (const action of ['issue-invoice', 'send-invoice'])
    await office.expectRefused(nameless, action, { invoice_id: draft.id }, 400, unnamed);
  const { id: invoice_id } = await office.draft(ann, client);
  for (const issue_date of [day(370), day(-370)]) {
    const far = 'Issue date is more than a year away';
    await office.expectRefused(ann, 'issue-invoice', { invoice_id, issue_date }, 400, far);
    const made = { client_id: client.id, lines: [{ description: 'A', unit_price: 1 }], issue_date, issue: true };
    await office.expectRefused(ann, 'create-invoice', made, 400, far);
  }
  const withdrawn = await office.invoice(ann, client);
  await office.void(ann, withdrawn);
  await office.expectRefused(ann, 'issue-invoice', { invoice_id: withdrawn.id }, 409, 'Invoice is void');
  expect(await office.numbers(ann)).toEqual(numbered(1));
});

describe('numbers', () => {
  it('leave no gap when twenty issue two drafts at once and half of them fail', async () => {
    const drafts = [await office.draft(ann, client), await office.draft(ann, client)];
    const answers = await atOnce(20, (n) =>
      office.call(ann, 'issue-invoice', {
        invoice_id: drafts[n % 2].id,
        ...(n % 4 < 2 && { issue_date: day(800) }),
      }),
    );
    // Those that come when the invoice is issued already change nothing, whatever they say.
    const failed = answers.filter(({ status }) => status !== 200);
    expect(refusals(failed)).toEqual(failed.length ? [{ error: 'Issue date is more than a year away' }] : []);
    expect(await office.numbers(ann)).toEqual(numbered(2));
    await office.invoice(ann, client);
    expect(await office.numbers(ann)).toEqual(numbered(3));
  });

  it('are given back by those of twenty at once that fail after they have theirs', async () => {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => office.draft(ann, client)));
    const broken = drafts.filter((_, n) => n % 2).map(({ id }) => id);
    // Such rows cannot be: the sums that are counted at issue contradict what is paid.
    await office.rows('UPDATE ext_invoicing.documents SET paid_minor = 1 WHERE id = ANY ($1)', broken);
    await office.rows('UPDATE ext_invoicing.document_lines SET amount_minor = 0 WHERE document_id = ANY ($1)', broken);
    const answers = await atOnce(20, (n) => office.call(ann, 'issue-invoice', { invoice_id: drafts[n].id }));
    expect(answers.map(({ status }) => status === 200)).toEqual(drafts.map((_, n) => n % 2 === 0));
    expect(await office.numbers(ann)).toEqual(numbered(10));
    await office.invoice(ann, client);
    expect(await office.numbers(ann)).toEqual(numbered(11));
  });

  it('that stand on another invoice already are refused and given back', async () => {
    await office.set(ann, { invoice_number_format: `N${YEAR}-{SEQ:1}` });
    await office.invoice(ann, client);
    await office.set(ann, { invoice_number_format: 'N{YYYY}-{SEQ:1}' });
    const draft = await office.draft(ann, client);
    const answers = await atOnce(20, () => office.call(ann, 'issue-invoice', { invoice_id: draft.id }));
    expect(tally(answers)).toEqual({ 409: 20 });
    expect(refusals(answers)).toEqual([{ error: 'Number is taken: change invoice_number_format' }]);
    await office.set(ann, { invoice_number_format: 'M{YYYY}-{SEQ:1}' });
    expect((await office.issue(ann, draft)).number).toBe(`M${YEAR}-1`);
  });

  it('are given once for each idempotency key', async () => {
    const asked = { client_id: client.id, lines: [{ description: 'A', unit_price: 1 }], issue: true };
    const [key, other] = ['a'.repeat(20), 'b'.repeat(20)];
    const answers = await atOnce(20, (n) =>
      office.call({ client: ann.client.with({ 'idempotency-key': n % 2 ? key : other }) }, 'create-invoice', asked),
    );
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.invoice.id);
    expect(new Set(made).size).toBe(2);
    expect(await office.numbers(ann)).toEqual(numbered(2));
  });

  it('are in order when twenty different drafts are issued at once', async () => {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => office.draft(ann, client)));
    const answers = await atOnce(20, (n) => office.call(ann, 'issue-invoice', { invoice_id: drafts[n].id }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await office.numbers(ann)).toEqual(numbered(20));
  });

  it('are each owner’s own', async () => {
    const ben = await office.owner({ invoice_number_format: 'INV-{SEQ:4}' });
    await office.invoice(ann, client);
    await office.invoice(ben, await office.client(ben));
    expect([await office.numbers(ann), await office.numbers(ben)]).toEqual([numbered(1), numbered(1)]);
  });

  it('begin anew with each year or month that the format names', async () => {
    const issue = async (format: string, issue_date: string) => {
      await office.set(ann, { invoice_number_format: format });
      return (await office.invoice(ann, client, { issue_date })).number;
    };
    const months = [day(0), day(-32), day(-64)].map((one) => one.slice(0, 7).replace('-', ''));
    expect(await issue('M{YYYY}{MM}-{SEQ:2}', day(0))).toBe(`M${months[0]}-01`);
    expect(await issue('M{YYYY}{MM}-{SEQ:2}', day(-32))).toBe(`M${months[1]}-01`);
    expect(await issue('M{YYYY}{MM}-{SEQ:2}', day(0))).toBe(`M${months[0]}-02`);
    const past = day(-360).slice(0, 4);
    expect(await issue('Y{YY}/{SEQ:1}', day(-360))).toBe(`Y${past.slice(2)}/1`);
    expect(await issue('A-{SEQ:3}', day(0))).toBe('A-001');
    expect(await issue('B-{SEQ:3}', day(-360))).toBe('B-002');
  });

  it('go on from another system, and the setting counts once', async () => {
    await office.set(ann, { invoice_next_number: 500 });
    await office.invoice(ann, client);
    await office.invoice(ann, client);
    expect((await office.ask(ann, 'get-settings')).settings.invoice_next_number).toBeNull();
    // It may only be raised.
    await office.set(ann, { invoice_next_number: 3 });
    await office.invoice(ann, client);
    expect(await office.numbers(ann)).toEqual(['INV-0500', 'INV-0501', 'INV-0502']);
    await office.set(ann, { invoice_next_number: 600 });
    await atOnce(20, () => office.invoice(ann, client));
    expect((await office.numbers(ann)).slice(3)).toEqual(Array.from({ length: 20 }, (_, n) => `INV-0${600 + n}`));
  });

  it.each([['INV-{YYYY}'], ['{SEQ:4}{SEQ:4}'], ['{MM}-{SEQ:4}'], ['{DD}-{SEQ:4}'], ['{SEQ:0}'], ['x'.repeat(40)]])(
    'are not written as %s',
    async (invoice_number_format) => {
      const { body } = await office.call(ann, 'update-settings', { invoice_number_format }).expect(400);
      expect(body.details[0].message).toContain('must hold {SEQ:n} once, beside {YYYY}, {YY} and {MM} only');
    },
  );
});
