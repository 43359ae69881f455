import type { Browser, Page } from 'playwright-core';
import { Shop } from '../../payments/shop.js';
import { expectAccessible, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import type { Account } from '../../support/service.js';
import { Documents, type Inserted } from './documents.js';

const ACTIONS = '**/v1/apps/invoicing/';

inBrowser('the page of an invoice in a browser', () => {
  let shop: Shop;
  let documents: Documents;
  let seller: Account;
  let browser: Browser;
  let page: Page;
  const failed: string[] = [];
  beforeAll(async () => {
    shop = await Shop.start();
    documents = new Documents(shop.service);
    seller = await shop.seller();
    await seller.client.post('/v1/apps/install', { slug: 'invoicing' }).expect(200);
    browser = await startBrowser();
  });
  beforeEach(async () => {
    page = await openPage(browser);
    page.on('pageerror', ({ message }) => void failed.push(message));
  });
  afterEach(async () => {
    await page.close();
    expect(failed.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  const open = ({ token }: Pick<Inserted, 'token'>) =>
    page.goto(`${shop.service.url}/v1/apps/invoicing/public/i/${token}`, { waitUntil: 'load' });
  const shows = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const setParts = (isOn: boolean) =>
    documents.rows(
      `INSERT INTO apps.settings (user_id, app, values) VALUES ($1, 'invoicing', jsonb_build_object('partial_payments', $2::boolean))
       ON CONFLICT (user_id, app) DO UPDATE SET values = excluded.values`,
      seller.id,
      isOn,
    );

  it('an open invoice says what is due and when, and shows all of it as text', async () => {
    const line = { description: `<img src=x onerror="fail()">\n${'long '.repeat(60)}`, discount: 10 };
    await open(
      await documents.insert(seller, { lines: [line, {}], columns: { due_date: '2126-04-14', notes: 'Hi.' } }),
    );
    await shows('Open');
    await shows('$2,261.00 is due by April 14, 2126.');
    for (const text of ['Zoë Studio', '105 55 Athens', 'VAT 19 %', '$361.00', 'Hi.', 'How to pay']) await shows(text);
    await page.getByText('<img src=x onerror="fail()">').waitFor();
    await page.getByRole('button', { name: 'Pay $2,261.00' }).waitFor();
    await expectAccessible(page, 'invoice');
  });

  it.each([
    ['overdue', { due_date: '2020-01-31' }, 'Overdue', '$1,190.00 was due on January 31, 2020.'],
    [
      'partly paid',
      { paid_minor: 50_000, due_date: '2126-04-14' },
      'Partly paid',
      '$690.00 of $1,190.00 is due by April 14, 2126.',
    ],
    ['paid', { paid_minor: 119_000 }, 'Paid', 'This invoice is paid. There is nothing left to pay.'],
    ['void', { status: 'void' }, 'Void', 'The sender has voided this invoice. Do not pay it.'],
    [
      'a credit note',
      { kind: 'credit_note', number: 'CN-1' },
      'Credit note',
      'The sender credits you $1,190.00. There is nothing to pay.',
    ],
  ])('one that is %s says so', async (_, columns, badge, summary) => {
    await open(await documents.insert(seller, { columns }));
    await shows(badge);
    await shows(summary);
    const isPayable = ['Overdue', 'Partly paid'].includes(badge);
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(isPayable ? 1 : 0);
    expect(await page.getByText('How to pay').count()).toBe(isPayable ? 1 : 0);
    await expectAccessible(page);
  });

  it('holds many lines, long words and names from right to left', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
    const lines = Array.from({ length: 40 }, (_, n) => ({
      description:
        n % 4 ? `Line ${n}` : [word, 'تصميم الموقع الإلكتروني للشركة', 'several words '.repeat(40)].join('\n'),
      quantity: n % 3 ? n : 12_345.6789,
      unit: n % 3 ? null : 'working hours',
      price: 123_456_789,
      tax: n % 2 ? 'VAT' : 'Umsatzsteuer zum ermäßigten Satz',
    }));
    const address = { line1: word, line2: 'حي الملز', city: 'الرياض', postal_code: '12345', country: 'SA' };
    const inserted = await documents.insert(seller, {
      lines,
      discountPercent: 2.5,
      currency: 'kwd',
      seller: { name: 'محمد بن عبد الله للتجارة', address: `${word}\nHarbour 2`, payment_instructions: `IBAN ${word}` },
      client: { name: `שרה כהן ${word}`, contact_name: 'Ω'.repeat(150), address },
      columns: {
        number: `INV-${'9'.repeat(36)}`,
        po_number: word,
        notes: `${word}\nشكرا لكم`,
        paid_minor: 1,
        due_date: '2126-04-14',
      },
    });
    await open(inserted);
    await shows('Partly paid');
    await expectAccessible(page, 'long-invoice');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const cut = await page.locator('.table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect([width, cut]).toEqual([width, 0]);
    }
  });

  it('a credit note names its invoice', async () => {
    const invoice = await documents.insert(seller);
    const columns = { kind: 'credit_note', number: 'CN-2', invoice_id: invoice.id, reason: 'Goodwill' };
    await open(await documents.insert(seller, { columns }));
    await page
      .locator('#facts div', { hasText: 'For invoice' })
      .getByText(invoice.number ?? '', { exact: true })
      .waitFor();
    await expectAccessible(page, 'credit-note');
  });

  it.each([
    ['jpy', '¥119,000'],
    ['kwd', 'KWD 119.000'],
    ['isk', 'ISK 1,190.00'],
  ])('amounts in %s have its decimals', async (currency, total) => {
    await open(await documents.insert(seller, { currency }));
    const due = (await page.getByText(/ was due on /).textContent()) ?? '';
    expect(due.replaceAll('\u00a0', ' ')).toContain(total);
  });

  it('is paid by keyboard, and the payment shows when the client is back', async () => {
    const inserted = await documents.insert(seller);
    await open(inserted);
    const button = page.getByRole('button', { name: 'Pay $1,190.00' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.startsWith(shop.processor.url));
    const checkout = page.url();
    await open(inserted);
    await page.getByText('If you have just paid, your payment shows here in a moment. Do not pay again.').waitFor();
    await expectAccessible(page);
    await shop.processor.pay(checkout);
    await shows('Thank you. Your payment has arrived.');
    await shows('Paid');
    expect(await button.isVisible()).toBe(false);
  });

  it('a part is paid where the sender takes parts, and no more than what is due', async () => {
    await setParts(true);
    try {
      const inserted = await documents.insert(seller);
      await open(inserted);
      const amount = page.getByLabel('Amount in USD');
      await amount.waitFor();
      await shows('Up to $1,190.00.');
      expect(await amount.inputValue()).toBe('1190.00');
      await expectAccessible(page);
      // The seller has taken cash in the meantime.
      await documents.rows('UPDATE ext_invoicing.documents SET paid_minor = 110000 WHERE id = $1', inserted.id);
      await amount.fill('500');
      await page.keyboard.press('Enter');
      await shows('Less than this amount is due now. Check the amount, then pay again.');
      await shows('Up to $90.00.');
      expect(await amount.inputValue()).toBe('90.00');
      await amount.fill('50.5');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.startsWith(shop.processor.url));
    } finally {
      await setParts(false);
    }
  });

  it('what became void while it was open is not paid, and the page shows it', async () => {
    const inserted = await documents.insert(seller);
    await open(inserted);
    const button = page.getByRole('button', { name: 'Pay $1,190.00' });
    await button.waitFor();
    await documents.rows(`UPDATE ext_invoicing.documents SET status = 'void' WHERE id = $1`, inserted.id);
    await button.click();
    await shows('The sender has voided this invoice. Nothing was charged.');
    await shows('Void');
    expect(await button.isVisible()).toBe(false);
    await expectAccessible(page);
  });

  it('calls that fail are tried again', async () => {
    const inserted = await documents.insert(seller);
    await page.route(`${ACTIONS}view-invoice`, (route) => route.abort());
    await open(inserted);
    await shows('The server cannot be reached. Check your connection, then try again.');
    await expectAccessible(page);
    await page.unroute(`${ACTIONS}view-invoice`);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.route(`${ACTIONS}pay-invoice`, (route) => route.abort());
    await page.getByRole('button', { name: 'Pay $1,190.00' }).click();
    await shows('The server cannot be reached. Check your connection, then try again.');
    await page.unroute(`${ACTIONS}pay-invoice`);
    await page.getByRole('button', { name: 'Pay $1,190.00' }).click();
    await page.waitForURL((url) => url.href.startsWith(shop.processor.url));
  });

  it('an address without an invoice says what to do', async () => {
    await open({ token: '0'.repeat(32) });
    await page.getByRole('heading', { name: 'There is no such invoice' }).waitFor();
    await expectAccessible(page);
  });
});
