import type { Browser, Page } from 'playwright-core';
import { expectAccessible, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { type Account, PASSWORD } from '../../support/service.js';
import { Academy, BROWSER } from './academy.js';

inBrowser('the pages of certificates in a browser', () => {
  let academy: Academy;
  let ann: Account;
  let browser: Browser;
  let page: Page;
  let template: { id: string };
  const refused: string[] = [];
  beforeAll(async () => {
    academy = await Academy.start();
    ann = await academy.person();
    template = await academy.template(ann, {
      description: 'Two days behind the machine.',
      criteria: 'A cup that the judges drink up.',
      issuer_url: 'https://coffee.example/',
      custom_fields: [{ key: 'grade', label: 'Grade', type: 'text' }],
    });
    browser = await startBrowser();
    page = await openPage(browser, { userAgent: BROWSER });
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
  });
  afterAll(async () => {
    await browser?.close();
    await academy?.stop();
  });

  it.each(['valid', 'expired', 'revoked'])(
    'a proof that is %s is accessible, light and dark, on a phone and a desk',
    async (state) => {
      const dates = state === 'expired' ? { issued_on: '2020-01-01', expires_on: '2021-01-01' } : {};
      const { certificate } = await academy.issued(ann, template, {
        name: 'Zoë van Dyk',
        values: { grade: 'A' },
        ...dates,
      });
      if (state === 'revoked')
        await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Issued in error' });
      await page.goto(certificate.verify_url, { waitUntil: 'load' });
      expect((await page.locator('.status').textContent())?.toLowerCase()).toBe(state);
      await expectAccessible(page);
    },
  );

  it('a certificate is claimed by keyboard, after signing in', async () => {
    const { certificate, claim_url } = await academy.issued(ann, template);
    const bob = await academy.service.account();
    await page.goto(claim_url, { waitUntil: 'load' });
    await expectAccessible(page);
    await page.focus('#email');
    await page.keyboard.type(bob.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('a wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: /\w/ }).filter({ hasNotText: 'One moment' }).waitFor();
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('The certificate belongs to your account now.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show the certificate' }).click();
    await page.waitForURL(certificate.verify_url);
    const [{ recipient_user_id }] = await academy.rows(
      'SELECT recipient_user_id FROM ext_certificates.certificates WHERE id = $1',
      certificate.id,
    );
    expect(recipient_user_id).toBe(bob.id);
    // The browser itself writes an answer of 401 to the console.
    expect(refused.filter((text) => !text.includes('401'))).toEqual([]);
  });
});
