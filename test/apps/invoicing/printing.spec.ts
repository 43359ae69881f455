import { createHash } from 'node:crypto';
import { InvoiceAddressesService } from '../../../src/apps/invoicing/invoice-addresses.service.js';
import { EncryptionService } from '../../../src/platform/access/encryption.service.js';
import { atOnce } from '../../account/at-once.js';
import { type Account, eventually, TestService } from '../../support/service.js';
import { lockedOut } from '../../social/people.js';
import { isSound, textOf, withPdfTools } from '../certificates/academy.js';
import { Documents, type Inserted } from './documents.js';

let service: TestService;
let documents: Documents;
let addresses: InvoiceAddressesService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.lease();
  documents = new Documents(service);
  addresses = service.app.get(InvoiceAddressesService, { strict: false });
  ann = await service.account();
});
afterAll(() => service.stop());

const TICKET = 'invoicing-draft';
const PUBLIC = '/v1/apps/invoicing/public';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const get = (url: string) => fetch(url.startsWith('http') ? url : `${service.url}${PUBLIC}/${url}`);
const pdfPath = ({ token }: Inserted) => `i/${token}/invoice.pdf`;

/** Asks again where it is refused, as many do at once on a busy machine: each waits ten seconds for a thread that draws. */
async function pdf(url: string): Promise<Buffer> {
  const response = await eventually(async () => {
    const answered = await get(url);
    if (answered.status === 503) throw new Error('it is busy');
    return answered;
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer());
}

async function expectMissing(url: string): Promise<void> {
  const response = await get(url);
  expect([response.status, await response.json()]).toEqual([404, { error: 'Invoice not found' }]);
}

const keyOf = async ({ id }: Inserted): Promise<string | null> =>
  (await documents.rows('SELECT pdf_file_key FROM ext_invoicing.documents WHERE id = $1', id))[0].pdf_file_key;
const filesOf = ({ number }: Inserted) =>
  documents.rows('SELECT id, owner_id FROM files.files WHERE name = $1', `invoice-${number}.pdf`);
const set = ({ id }: Inserted, columns: string) =>
  documents.rows(`UPDATE ext_invoicing.documents SET ${columns} WHERE id = $1`, id);

describe('the PDF of an issued document', () => {
  withPdfTools('shows all that was frozen', async () => {
    const inserted = await documents.insert(ann, {
      discountPercent: 10,
      lines: [{}, { description: 'Hosting', quantity: 1, unit: null, tax: 'Reduced', ppm: 70_000, discount: 50 }],
      columns: { po_number: 'PO 7', notes: 'Thank you.', footer: 'Zoë Studio GmbH' },
    });
    const bytes = await pdf(pdfPath(inserted));
    isSound(bytes);
    const text = textOf(bytes);
    for (const shown of [inserted.number, 'Zoë Studio', 'Ελένη Ltd', 'Tax number EL123456789', '2026-04-14', 'PO 7'])
      expect(text).toContain(shown);
    for (const shown of ['12.5 h', 'Discount 50 %', 'Discount 10 %', 'VAT 19 % on 900.00 USD', 'Reduced 7 % on 36.00'])
      expect(text).toContain(shown);
    for (const shown of ['1109.52 USD', 'By bank transfer', 'Thank you.', 'Zoë Studio GmbH', 'page 1 of 1'])
      expect(text).toContain(shown);
    expect(text).not.toContain('DRAFT');
  });

  withPdfTools.each([
    ['jpy', '119000 JPY'],
    ['kwd', '119.000 KWD'],
  ])('has the decimals of %s', async (currency, total) => {
    expect(textOf(await pdf(pdfPath(await documents.insert(ann, { currency }))))).toContain(total);
  });

  withPdfTools('names from right to left', async () => {
    const inserted = await documents.insert(ann, {
      seller: { name: 'محمد بن عبد الله' },
      client: { name: 'שרה כהן' },
    });
    const bytes = await pdf(pdfPath(inserted));
    isSound(bytes);
    const text = textOf(bytes).replace(/[\u202a-\u202e\s]/g, '');
    for (const name of ['محمدبنعبدالله', 'שרהכהן']) expect(text).toContain(name);
  });

  withPdfTools('of 200 lines with long descriptions goes over pages and loses none', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      description: `Line ${index + 1}. ${index % 40 ? '' : 'word '.repeat(398).trim()} end${index + 1}`,
    }));
    const bytes = await pdf(pdfPath(await documents.insert(ann, { lines })));
    isSound(bytes);
    const text = textOf(bytes);
    for (const index of lines.keys()) {
      expect(text).toContain(`Line ${index + 1}.`);
      expect(text).toContain(`end${index + 1}`);
    }
    expect(text).toContain('238000.00 USD');
  });

  withPdfTools('of a credit note names its invoice', async () => {
    const invoice = await documents.insert(ann);
    const note = await documents.insert(ann, {
      columns: { kind: 'credit_note', number: 'CN-2026/1 é', invoice_id: invoice.id, reason: 'Goodwill' },
    });
    const response = await get(pdfPath(note));
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="credit-note-CN-2026-1 _.pdf"; filename*=UTF-8''credit-note-CN-2026-1%20%C3%A9.pdf`,
    );
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const text = textOf(Buffer.from(await response.arrayBuffer()));
    for (const shown of ['Credit note CN-2026/1', invoice.number, 'Goodwill']) expect(text).toContain(shown);
    expect(text).not.toContain('How to pay');
  });
});

describe('what is kept', () => {
  it('is one file, also after twenty first requests at once, and has the same bytes when it was lost', async () => {
    const inserted = await documents.insert(ann);
    const all = await atOnce(20, () => pdf(pdfPath(inserted)));
    expect(new Set(all.map(sha256)).size).toBe(1);
    await eventually(async () => expect(await filesOf(inserted)).toHaveLength(1));
    const key = await keyOf(inserted);
    expect(await filesOf(inserted)).toEqual([{ id: key, owner_id: ann.id }]);
    await pdf(pdfPath(inserted));
    expect(await keyOf(inserted)).toBe(key);
    await documents.rows('DELETE FROM files.files WHERE id = $1', key);
    expect(sha256(await pdf(pdfPath(inserted)))).toBe(sha256(all[0] as Buffer));
    expect(await keyOf(inserted)).not.toBe(key);
    expect(await filesOf(inserted)).toHaveLength(1);
  });

  it('expires as long as no document has it: a process may end before', async () => {
    const inserted = await documents.insert(ann);
    const expiry = () =>
      documents.rows('SELECT expires_at FROM files.files WHERE name = $1', `invoice-${inserted.number}.pdf`);
    const locking = await service.database.connect();
    await locking.query('BEGIN');
    await locking.query('SELECT FROM ext_invoicing.documents WHERE id = $1 FOR UPDATE', [inserted.id]);
    const answered = pdf(pdfPath(inserted));
    await eventually(async () => expect(await expiry()).toEqual([{ expires_at: expect.any(Date) }]));
    await locking.query('ROLLBACK');
    locking.release();
    await answered;
    expect(await expiry()).toEqual([{ expires_at: null }]);
  });

  it('stays what it was after payments and when the invoice is void, also if it has to be drawn again', async () => {
    const inserted = await documents.insert(ann);
    const first = sha256(await pdf(pdfPath(inserted)));
    await set(inserted, 'paid_minor = 100');
    expect(sha256(await pdf(pdfPath(inserted)))).toBe(first);
    await set(inserted, `paid_minor = 0, status = 'void', voided_at = now()`);
    expect(sha256(await pdf(pdfPath(inserted)))).toBe(first);
    await documents.rows('DELETE FROM files.files WHERE id = $1', await keyOf(inserted));
    await documents.rows('UPDATE ext_invoicing.clients SET name = $2 WHERE id = $1', inserted.client_id, 'Renamed Ltd');
    expect(sha256(await pdf(pdfPath(inserted)))).toBe(first);
  });

  withPdfTools('is drawn anew with another due date', async () => {
    const inserted = await documents.insert(ann);
    expect(textOf(await pdf(pdfPath(inserted)))).toContain('2026-04-14');
    const first = await keyOf(inserted);
    await ann.client.post('/v1/apps/install', { slug: 'invoicing' }).expect(200);
    const change = { invoice_id: inserted.id, due_date: '2026-05-20' };
    await ann.client.post('/v1/apps/invoicing/update-invoice', change).expect(200);
    expect(textOf(await pdf(pdfPath(inserted)))).toContain('2026-05-20');
    expect(await keyOf(inserted)).not.toBe(first);
    expect(await filesOf(inserted)).toHaveLength(1);
  });

  it('is nothing where the account is gone: the PDF is drawn', async () => {
    const inserted = await documents.insert(ann);
    const first = sha256(await pdf(pdfPath(inserted)));
    await set(inserted, 'owner_id = NULL');
    await documents.rows('DELETE FROM files.files WHERE id = $1', await keyOf(inserted));
    expect(sha256(await pdf(pdfPath(inserted)))).toBe(first);
    expect(await filesOf(inserted)).toEqual([]);
  });
});

it('of an account that is deleted while it is drawn is sent, and not kept', async () => {
  const bea = await service.account();
  const inserted = await documents.insert(bea);
  const connection = await service.database.connect();
  await connection.query('BEGIN');
  for (const table of ['documents', 'clients'])
    await connection.query(`UPDATE ext_invoicing.${table} SET owner_id = NULL WHERE owner_id = $1`, [bea.id]);
  await connection.query('DELETE FROM account.users WHERE id = $1', [bea.id]);
  const asked = pdf(pdfPath(inserted));
  await lockedOut(service);
  await connection.query('COMMIT');
  connection.release();
  expect(sha256(await asked)).toBe(sha256(await pdf(pdfPath(inserted))));
  expect([await keyOf(inserted), await filesOf(inserted)]).toEqual([null, []]);
});

describe('a draft', () => {
  withPdfTools('has a watermark behind a signed address, and is not kept', async () => {
    const draft = await documents.insert(ann, { status: 'draft' });
    const bytes = await pdf(addresses.draftPdfUrl(draft.id));
    isSound(bytes);
    for (const shown of ['DRAFT', 'Invoice draft', 'Ελένη Ltd', '1190.00 USD']) expect(textOf(bytes)).toContain(shown);
    expect(await keyOf(draft)).toBeNull();
  });

  it('is not public, and its address opens nothing else', async () => {
    const draft = await documents.insert(ann, { status: 'draft' });
    await expectMissing(pdfPath(draft));
    const url = addresses.draftPdfUrl(draft.id);
    await expectMissing(url.replace('.pdf', 'x.pdf'));
    await expectMissing('drafts/made-up.pdf');
    expect(addresses.openDraft(url.split('/').at(-1)?.replace('.pdf', '') as string)).toBe(draft.id);
    await documents.rows('DELETE FROM ext_invoicing.documents WHERE id = $1', draft.id);
    await expectMissing(url);
  });

  it('has an address for ten minutes', async () => {
    const { id } = await documents.insert(ann, { status: 'draft' });
    const encryption = service.app.get(EncryptionService, { strict: false });
    const sealed = Buffer.from(addresses.draftPdfUrl(id).split(/[/.]/).at(-2) as string, 'base64url');
    const opened = encryption.open<{ until: number }>(TICKET, sealed);
    expect(Math.abs((opened?.until ?? 0) - Date.now() - 10 * 60_000)).toBeLessThan(60_000);
    const over = encryption.seal(TICKET, { id, until: Date.now() - 1 }).toString('base64url');
    await expectMissing(`drafts/${over}.pdf`);
  });
});

describe('the hosted page', () => {
  it('holds no data, is kept from search engines, and changes nothing when it is opened', async () => {
    const inserted = await documents.insert(ann);
    const before = await documents.rows('SELECT * FROM ext_invoicing.documents WHERE id = $1', inserted.id);
    const response = await get(addresses.hostedUrl(inserted.token));
    const html = await response.text();
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    expect(html).not.toContain(inserted.number);
    expect(html).toContain('data-parts="false" data-decimals="2" data-logo="false"');
    expect(await documents.rows('SELECT * FROM ext_invoicing.documents WHERE id = $1', inserted.id)).toEqual(before);
    expect(addresses.pdfUrl(inserted.token)).toBe(`${addresses.hostedUrl(inserted.token)}/invoice.pdf`);
  });

  it('knows the decimals, whether parts are taken, and the host of the logo', async () => {
    const bea = await service.account();
    await documents.rows(
      `INSERT INTO apps.settings (user_id, app, values) VALUES ($1, 'invoicing', '{"partial_payments": true}')`,
      bea.id,
    );
    const seller = { logo_url: 'https://cdn.example:8443/logo.png' };
    const response = await get(`i/${(await documents.insert(bea, { currency: 'kwd', seller })).token}`);
    expect(await response.text()).toContain('data-parts="true" data-decimals="3" data-logo="true"');
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data: https://cdn.example:8443;");
  });

  it.each(['http://cdn.example/a.png', 'https://a;script-src/b', 'javascript:alert(1)', 'logo.png'])(
    'shows no logo of %s',
    async (logo_url) => {
      const response = await get(`i/${(await documents.insert(ann, { seller: { logo_url } })).token}`);
      expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
      expect(await response.text()).toContain('data-logo="false"');
    },
  );

  it('of an unknown address or a draft says that there is none', async () => {
    const draft = await documents.insert(ann, { status: 'draft' });
    for (const token of [draft.token, '0'.repeat(32), 'short', '%C3%A9'.repeat(32), `${'0'.repeat(31)}%20`]) {
      const response = await get(`i/${token}`);
      expect([token, response.status]).toEqual([token, 404]);
      expect(await response.text()).toContain('There is no such invoice');
      await expectMissing(`i/${token}/invoice.pdf`);
    }
  });
});
