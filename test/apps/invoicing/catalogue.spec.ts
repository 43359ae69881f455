import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { deadlocks } from '../../support/deadlocks.js';
import type { Account } from '../../support/service.js';
import { Office } from './office.js';

let office: Office;
let ann: Account;
let ben: Account;
beforeAll(async () => {
  office = await Office.start();
});
beforeEach(async () => {
  [ann, ben] = [await office.owner(), await office.owner()];
});
afterAll(() => office.stop());

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('a tax rate', () => {
  const save = (input: object) => office.ask(ann, 'save-tax-rate', input);

  it('is made, renamed, changed and archived', async () => {
    const { tax_rate } = await save({ name: 'VAT', percent: 19 });
    expect(tax_rate).toMatchObject({ owner_id: ann.id, name: 'VAT', percent: 19, status: 'active' });
    const changed = await save({ tax_rate_id: tax_rate.id, percent: 7.7125 });
    expect(changed.tax_rate).toMatchObject({ name: 'VAT', percent: 7.7125 });
    expect((await save({ tax_rate_id: tax_rate.id, name: 'MWST' })).tax_rate).toMatchObject({ name: 'MWST' });
    expect((await save({ tax_rate_id: tax_rate.id, status: 'archived' })).tax_rate.status).toBe('archived');
  });

  it.each([[{}], [{ name: 'VAT' }], [{ percent: 19 }], [{ status: 'active' }]])('needs more than %j', (input) =>
    office.expectRefused(ann, 'save-tax-rate', input, 400, 'name and percent are required'),
  );

  it.each([
    [{ percent: -1 }, 'percent'],
    [{ percent: 100.1 }, 'percent'],
    [{ percent: 1.00001 }, 'percent'],
    [{ percent: '19' }, 'percent'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ status: 'gone' }, 'status'],
  ])('%j is refused', async (fields, field) => {
    await office.expectFault(ann, 'save-tax-rate', { name: 'VAT', percent: 19, ...fields }, field);
  });

  it('is an own one', async () => {
    const foreign = await office.rate(ben);
    for (const tax_rate_id of [foreign.id, randomUUID()])
      await office.expectRefused(ann, 'save-tax-rate', { tax_rate_id, percent: 1 }, 404, 'Tax rate not found');
    expect((await office.ask(ann, 'list-tax-rates')).tax_rates).toEqual([]);
  });

  it('has a name of its own among those that are active, whatever its letters', async () => {
    const refusal = 'A tax rate with this name exists';
    const first = await office.rate(ann, 19, 'VAT');
    const other = await office.rate(ann, 7, 'Reduced');
    await office.rate(ben, 19, 'VAT');
    await office.expectRefused(ann, 'save-tax-rate', { name: 'vat', percent: 1 }, 409, refusal);
    await office.expectRefused(ann, 'save-tax-rate', { tax_rate_id: other.id, name: 'Vat' }, 409, refusal);
    await save({ tax_rate_id: first.id, status: 'archived' });
    await save({ tax_rate_id: other.id, name: 'VAT' });
    await office.expectRefused(ann, 'save-tax-rate', { tax_rate_id: first.id, status: 'active' }, 409, refusal);
  });

  it('is made once of twenty at once', async () => {
    const answers = await atOnce(20, () => office.call(ann, 'save-tax-rate', { name: 'VAT', percent: 19 }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'A tax rate with this name exists' }]);
  });

  it('is listed by name, page by page', async () => {
    const [, gone] = [await office.rate(ann, 7, 'b'), await office.rate(ann, 0, 'C'), await office.rate(ann, 19, 'A')];
    await save({ tax_rate_id: gone.id, status: 'archived' });
    expect(names((await office.ask(ann, 'list-tax-rates')).tax_rates)).toEqual(['A', 'b']);
    const first = await office.ask(ann, 'list-tax-rates', { include_archived: true, limit: 2 });
    expect(names(first.tax_rates)).toEqual(['A', 'b']);
    const more = { include_archived: true, cursor: first.next_cursor };
    expect(names((await office.ask(ann, 'list-tax-rates', more)).tax_rates)).toEqual(['C']);
  });

  it('changes drafts at once, and never what is issued', async () => {
    const rate = await office.rate(ann, 19, 'VAT');
    const other = await office.rate(ann, 7, 'Reduced');
    const client = await office.client(ann);
    const lines = [
      { description: 'A', unit_price: 100, tax_rate_id: rate.id },
      { description: 'B', unit_price: 50, tax_rate_id: other.id },
      { description: 'C', unit_price: 10, tax_rate_id: null },
    ];
    const [draft, discounted, issued] = [
      await office.draft(ann, client, { lines }),
      await office.draft(ann, client, { lines, discount_percent: 10, prices_include_tax: true }),
      await office.invoice(ann, client, { lines }),
    ];
    expect(draft).toMatchObject({ tax: 22.5, total: 182.5 });
    await save({ tax_rate_id: rate.id, percent: 20, name: 'VAT new' });
    const after = await office.get(ann, draft);
    expect(after.invoice).toMatchObject({ subtotal: 160, tax: 23.5, total: 183.5 });
    expect(after.invoice.tax_lines).toEqual([
      { name: 'VAT new', percent: 20, net: 100, tax: 20 },
      { name: 'Reduced', percent: 7, net: 50, tax: 3.5 },
      { name: null, percent: 0, net: 10, tax: 0 },
    ]);
    expect(after.lines.map((line: any) => [line.tax_name, line.percent])).toEqual([
      ['VAT new', 20],
      ['Reduced', 7],
      [null, 0],
    ]);
    // 90 gross contain 15 at 20 %, 45 contain 2.94 at 7 %.
    expect((await office.get(ann, discounted)).invoice).toMatchObject({ discount: 16, tax: 17.94, total: 144 });
    const frozen = await office.get(ann, issued);
    expect(frozen.invoice).toMatchObject({ tax: 22.5, total: 182.5 });
    expect(frozen.lines[0]).toMatchObject({ tax_name: 'VAT', percent: 19 });
  });

  it('and an issue at the same moment agree about what it was', async () => {
    const rate = await office.rate(ann, 10, 'VAT');
    const client = await office.client(ann);
    const line = { description: 'A', unit_price: 100, tax_rate_id: rate.id };
    const drafts = await Promise.all(Array.from({ length: 10 }, () => office.draft(ann, client, { lines: [line] })));
    await atOnce(20, (n) =>
      n % 2
        ? office.ask(ann, 'save-tax-rate', { tax_rate_id: rate.id, percent: 10 + n })
        : office.issue(ann, drafts[n / 2]),
    );
    for (const draft of drafts) {
      const { invoice, lines } = await office.get(ann, draft);
      expect(invoice.tax).toBe(lines[0].percent);
      expect(invoice.tax_lines).toEqual([{ name: 'VAT', percent: lines[0].percent, net: 100, tax: lines[0].percent }]);
    }
  });

  it('and changes of drafts at the same moment agree, and wait for nobody twice', async () => {
    const rate = await office.rate(ann, 10, 'Sales tax');
    const client = await office.client(ann);
    const lines = [{ description: 'A', unit_price: 100, tax_rate_id: rate.id }];
    const drafts = await Promise.all(Array.from({ length: 10 }, () => office.draft(ann, client, { lines })));
    const before = await deadlocks(office.service);
    await atOnce(20, (n) =>
      n % 2
        ? office.ask(ann, 'save-tax-rate', { tax_rate_id: rate.id, percent: 10 + n })
        : office.ask(ann, 'update-invoice', { invoice_id: drafts[n / 2].id, lines }),
    );
    const [{ percent }] = await office.rows(
      'SELECT rate_ppm / 10000 AS percent FROM ext_invoicing.tax_rates WHERE id = $1',
      rate.id,
    );
    for (const draft of drafts) expect((await office.get(ann, draft)).invoice.tax).toBe(percent);
    expect(await deadlocks(office.service)).toBe(before);
  });
});

describe('an item', () => {
  const save = (input: object) => office.ask(ann, 'save-item', input);

  it('is made and changed', async () => {
    const rate = await office.rate(ann);
    const fields = { name: 'Poster', description: 'A2, matt', unit: 'pc', unit_price: 25.5, tax_rate_id: rate.id };
    const { item } = await save(fields);
    expect(item).toMatchObject({ ...fields, owner_id: ann.id, currency: 'usd', status: 'active' });
    const changed = await save({ item_id: item.id, unit_price: 30, unit: null, tax_rate_id: null });
    expect(changed.item).toMatchObject({ name: 'Poster', unit_price: 30, unit: null, tax_rate_id: null });
    expect((await save({ item_id: item.id, status: 'archived' })).item).toMatchObject({ status: 'archived' });
    await office.set(ann, { default_currency: 'EUR' });
    expect((await save({ name: 'Card', unit_price: 1 })).item.currency).toBe('eur');
  });

  it('has a price with the decimals of its currency', async () => {
    expect((await save({ name: 'Yen', unit_price: 1500, currency: 'jpy' })).item.unit_price).toBe(1500);
    expect((await save({ name: 'Dinar', unit_price: 1.234, currency: 'kwd' })).item.unit_price).toBe(1.234);
    expect((await save({ name: 'Rebate', unit_price: -5 })).item.unit_price).toBe(-5);
    for (const [currency, unit_price] of [
      ['jpy', 1.5],
      ['usd', 1.234],
      ['kwd', 1.2345],
    ] as const) {
      const { body } = await office.call(ann, 'save-item', { name: 'x', currency, unit_price }).expect(400);
      const message = 'unit_price must have no more decimals than its currency has';
      expect(body.details).toEqual([{ field: 'unit_price', message }]);
    }
  });

  it.each([[{}], [{ name: 'Poster' }], [{ unit_price: 1 }]])('needs more than %j', (input) =>
    office.expectRefused(ann, 'save-item', input, 400, 'name and unit_price are required'),
  );

  it('needs a price in another currency', async () => {
    const item = await office.item(ann);
    const refusal = 'unit_price is required with another currency';
    await office.expectRefused(ann, 'save-item', { item_id: item.id, currency: 'jpy' }, 400, refusal);
    const changed = await save({ item_id: item.id, currency: 'jpy', unit_price: 2500 });
    expect(changed.item).toMatchObject({ currency: 'jpy', unit_price: 2500 });
  });

  it('and its rate are own ones', async () => {
    const [foreign, rate] = [await office.item(ben), await office.rate(ben)];
    for (const item_id of [foreign.id, randomUUID()])
      await office.expectRefused(ann, 'save-item', { item_id, name: 'Mine' }, 404, 'Item not found');
    const fields = { name: 'Poster', unit_price: 1 };
    for (const tax_rate_id of [rate.id, randomUUID()])
      await office.expectRefused(ann, 'save-item', { ...fields, tax_rate_id }, 404, 'Tax rate not found');
  });

  it('is listed by name, found by words, page by page', async () => {
    for (const name of ['poster', 'Card', 'Banner']) await office.item(ann, { name, description: `${name} on paper` });
    await save({ name: 'Old', unit_price: 1, status: 'archived' });
    const list = async (input: object) => names((await office.ask(ann, 'list-items', input)).items);
    expect(await list({})).toEqual(['Banner', 'Card', 'poster']);
    expect(await list({ q: 'CARD ON' })).toEqual(['Card']);
    expect(await list({ status: 'archived' })).toEqual(['Old']);
    const first = await office.ask(ann, 'list-items', { limit: 2 });
    expect(await list({ cursor: first.next_cursor })).toEqual(['poster']);
    expect((await office.ask(ben, 'list-items')).items).toEqual([]);
  });
});
