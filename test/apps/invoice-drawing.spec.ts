import { invoiceDocument, type PrintedInvoice } from '../../src/apps/kernel/invoices/invoice-drawing.js';
import { PdfService } from '../../src/apps/kernel/pdf/pdf.service.js';
import { TestService } from '../support/service.js';
import { isSound, textOf, withPdfTools } from './certificates/academy.js';

let service: TestService;
let pdf: PdfService;
beforeAll(async () => {
  service = await TestService.lease();
  pdf = service.app.get(PdfService, { strict: false });
});
afterAll(() => service.stop());

const LINE = { description: 'Design, March', quantity: '12.5 h', price: '80.00', tax: '19 %', amount: '1,000.00' };

const invoice = (more: Partial<PrintedInvoice> = {}): PrintedInvoice => ({
  kind: 'invoice',
  number: 'INV-2026-0007',
  issued_on: '2026-03-31',
  seller: { name: 'Zoë Studio', lines: ['Main Street 1', 'Athens'] },
  client: { name: 'Ελένη Ltd', lines: ['Harbour 2', 'Tax number EL123'] },
  facts: [
    { label: 'Issued on', value: '2026-03-31' },
    { label: 'Due on', value: '2026-04-14' },
  ],
  lines: [LINE],
  sums: [
    { label: 'Subtotal', value: '1,000.00' },
    { label: 'VAT 19 % on 1,000.00', value: '190.00' },
  ],
  total: { label: 'Total', value: '1,190.00 USD' },
  texts: [{ label: 'How to pay', text: 'By bank transfer.\nThank you.' }],
  ...more,
});

async function drawn(printed: PrintedInvoice): Promise<Buffer> {
  const bytes = await pdf.draw(invoiceDocument(printed));
  if ('fault' in bytes) throw new Error(bytes.fault);
  return bytes;
}

it('draws the same bytes each time', async () => {
  const first = await drawn(invoice());
  await drawn(invoice({ number: 'INV-2026-0008' }));
  expect((await drawn(invoice())).equals(first)).toBe(true);
});

withPdfTools('shows the parties, the lines, the sums and the texts', async () => {
  const bytes = await drawn(invoice());
  isSound(bytes);
  const text = textOf(bytes);
  for (const shown of ['INV-2026-0007', 'Zoë Studio', 'Ελένη Ltd', 'Tax number EL123', '2026-04-14', 'Design, March'])
    expect(text).toContain(shown);
  for (const shown of ['12.5 h', '190.00', '1,190.00 USD', 'By bank transfer.', 'page 1 of 1'])
    expect(text).toContain(shown);
  expect(text).not.toContain('DRAFT');
});

withPdfTools('marks a draft, and names a credit note', async () => {
  expect(textOf(await drawn(invoice({ number: null })))).toContain('DRAFT');
  expect(textOf(await drawn(invoice({ kind: 'credit_note', number: 'CN-2026-0001' })))).toContain(
    'Credit note CN-2026-0001',
  );
});

withPdfTools('goes on over pages, and repeats the head of the table', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => ({
    ...LINE,
    description: `Line ${index + 1}. ${'word '.repeat(index % 60)}`,
  }));
  lines.push({ ...LINE, description: 'W'.repeat(2000) });
  const bytes = await drawn(invoice({ lines, texts: [{ label: 'Notes', text: 'Note. '.repeat(1500) }] }));
  isSound(bytes);
  const text = textOf(bytes);
  for (const index of [1, 57, 123, 200]) expect(text).toContain(`Line ${index}.`);
  const pages = text.split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => page.includes('Unit price')).length).toBeGreaterThan(5);
  expect(text).toContain(`page ${pages.length} of ${pages.length}`);
});
