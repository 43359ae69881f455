import { printedInvoice } from '../../../src/apps/invoicing/printing/printed-invoice.js';
import type { PrintedDocument, PrintedLine } from '../../../src/apps/invoicing/printing/printing.repository.js';
import { BUYER, SELLER } from './documents.js';

const LINE: PrintedLine = {
  description: 'Design, March',
  quantity: 12.5,
  unit: 'h',
  unit_price_minor: 8_000,
  discount_percent: null,
  tax_name: 'VAT',
  rate_ppm: 190_000,
  amount_minor: 100_000,
};

const document = (more: Partial<PrintedDocument> = {}) =>
  ({
    kind: 'invoice',
    status: 'issued',
    number: 'INV-2026-0007',
    issue_date: '2026-03-31',
    due_date: '2026-04-14',
    currency: 'usd',
    prices_include_tax: false,
    discount_percent: null,
    discount_minor: 0,
    subtotal_minor: 100_000,
    tax_minor: 19_000,
    total_minor: 119_000,
    paid_minor: 0,
    po_number: null,
    notes: null,
    footer: null,
    reason: null,
    seller: SELLER,
    client: BUYER,
    tax_lines: [{ name: 'VAT', rate_ppm: 190_000, net: 100_000, tax: 19_000 }],
    lines: [LINE],
    invoice_number: null,
    buyer: { ...BUYER, name: 'Renamed Ltd' },
    settings: { business_name: 'Renamed Studio', payment_instructions: 'Cash.' },
    created_at: new Date('2026-03-30T22:00:00Z'),
    ...more,
  }) as PrintedDocument;
const printed = (more: Partial<PrintedDocument> = {}) => printedInvoice(document(more));
const labels = (pairs: { label: string }[]) => pairs.map(({ label }) => label);

it('an issued document shows what was frozen, and amounts with their currency', () => {
  expect(printed()).toEqual({
    kind: 'invoice',
    number: 'INV-2026-0007',
    issued_on: '2026-03-31',
    seller: {
      name: 'Zoë Studio',
      lines: ['Main Street 1', '10557 Berlin', 'zoe@studio.example', 'Tax number DE123456789'],
    },
    client: {
      name: 'Ελένη Ltd',
      lines: [
        'Eleni Papas',
        'Harbour 2',
        '105 55 Athens',
        'GR',
        'eleni@client.example',
        '+30 210 0000000',
        'Tax number EL123456789',
      ],
    },
    facts: [
      { label: 'Issued on', value: '2026-03-31' },
      { label: 'Due on', value: '2026-04-14' },
    ],
    lines: [
      { description: 'Design, March', quantity: '12.5 h', price: '80.00 USD', tax: '19 %', amount: '1000.00 USD' },
    ],
    sums: [
      { label: 'Subtotal', value: '1000.00 USD' },
      { label: 'VAT 19 % on 1000.00 USD', value: '190.00 USD' },
    ],
    total: { label: 'Total', value: '1190.00 USD' },
    texts: [{ label: 'How to pay', text: SELLER.payment_instructions }],
  });
});

it('what is paid, credited or voided later changes nothing', () => {
  const later = { status: 'void', paid_minor: 50_000, credited_minor: 100, paid_at: new Date() } as const;
  expect(printed(later)).toEqual(printed());
});

it('a draft shows the seller and the client as they are now', () => {
  const draft = printed({
    status: 'draft',
    number: null,
    issue_date: null,
    due_date: null,
    seller: null,
    client: null,
  });
  expect([draft.number, draft.issued_on, draft.facts]).toEqual([null, '2026-03-30', []]);
  expect([draft.seller.name, draft.seller.lines, draft.client.name]).toEqual(['Renamed Studio', [], 'Renamed Ltd']);
  expect(draft.texts).toEqual([{ label: 'How to pay', text: 'Cash.' }]);
});

it('discounts, several taxes and lines without tax', () => {
  const { sums, lines } = printed({
    discount_percent: 2.5,
    discount_minor: 2_500,
    lines: [
      { ...LINE, discount_percent: 10 },
      { ...LINE, tax_name: 'Reduced', rate_ppm: 77_000, unit: null, quantity: 1 },
      { ...LINE, tax_name: null, rate_ppm: 0 },
    ],
    tax_lines: [
      { name: 'VAT', rate_ppm: 190_000, net: 50_000, tax: 9_500 },
      { name: 'Reduced', rate_ppm: 77_000, net: 30_000, tax: 2_310 },
      { name: 'Reverse charge', rate_ppm: 0, net: 10_000, tax: 0 },
      { name: null, rate_ppm: 0, net: 7_500, tax: 0 },
    ],
  });
  expect(sums).toEqual([
    { label: 'Subtotal', value: '1000.00 USD' },
    { label: 'Discount 2.5 %', value: '-25.00 USD' },
    { label: 'VAT 19 % on 500.00 USD', value: '95.00 USD' },
    { label: 'Reduced 7.7 % on 300.00 USD', value: '23.10 USD' },
    { label: 'Reverse charge 0 % on 100.00 USD', value: '0.00 USD' },
  ]);
  expect(lines.map(({ description, quantity, tax }) => [description, quantity, tax])).toEqual([
    ['Design, March\nDiscount 10 %', '12.5 h', '19 %'],
    ['Design, March', '1', '7.7 %'],
    ['Design, March', '12.5 h', ''],
  ]);
  expect(labels(printed({ discount_minor: 100 }).sums)).toContain('Discount');
});

it('prices that include their tax say so', () => {
  const { sums, total } = printed({ prices_include_tax: true });
  expect(labels([...sums, total])).toEqual(['Subtotal', 'Includes VAT 19 % on 1000.00 USD', 'Total with tax']);
});

it.each([
  ['jpy', '119000 JPY'],
  ['kwd', '119.000 KWD'],
  ['isk', '1190.00 ISK'],
])('amounts in %s have its decimals', (currency, total) => {
  expect(printed({ currency }).total.value).toBe(total);
});

it('a credit note names its invoice and the reason, and asks for no money', () => {
  const note = printed({ kind: 'credit_note', invoice_number: 'INV-2026-0001', reason: 'Goodwill', notes: 'Sorry.' });
  expect(note.facts).toEqual([
    { label: 'Issued on', value: '2026-03-31' },
    { label: 'For invoice', value: 'INV-2026-0001' },
  ]);
  expect(note.texts).toEqual([
    { label: 'Reason', text: 'Goodwill' },
    { label: 'Notes', text: 'Sorry.' },
  ]);
});

it('purchase orders, notes and footers, and nothing to pay where the total is 0', () => {
  const free = printed({ po_number: 'PO 7', notes: 'Thank you.', footer: 'Zoë Studio GmbH', total_minor: 0 });
  expect(free.facts).toContainEqual({ label: 'Purchase order', value: 'PO 7' });
  expect(free.texts).toEqual([
    { label: 'Notes', text: 'Thank you.' },
    { label: null, text: 'Zoë Studio GmbH' },
  ]);
  expect(printed({ client: { ...BUYER, address: null, phone: null } }).client.lines).toEqual([
    'Eleni Papas',
    'eleni@client.example',
    'Tax number EL123456789',
  ]);
});
