import type { Browser, Page } from 'playwright-core';
import { inBrowser, openPage, startBrowser } from '../support/browser.js';
import { PASSWORD, TestService } from '../support/service.js';

inBrowser('the pages in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];
  beforeAll(async () => {
    service = await TestService.start();
    browser = await startBrowser();
    page = await openPage(browser);
    page.on('request', (request) => {
      const { host } = new URL(request.url());
      if (host && host !== new URL(service.runtime.publicUrl).host) elsewhere.push(request.url());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const visible = (text: string) => page.getByText(text).first().waitFor({ state: 'visible' });

  it('a person confirms the address by the link in the mailbox', async () => {
    await service.client().post('/v1/auth/sign-up', { email: 'ann@example.com', password: PASSWORD }).expect(201);
    await service.mailedToken('ann@example.com', 'token_hash');
    await page.goto(`${service.runtime.publicUrl}/dev/mailbox`);
    const link = await page.locator('a[href*="/verify-email"]').first().getAttribute('href');
    await page.goto(link as string);
    expect(page.url()).not.toContain('token_hash');
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await visible('Your address is confirmed');
    const { rows } = await service.database.query('SELECT email_verified_at FROM account.users');
    expect(rows[0].email_verified_at).not.toBeNull();

    await page.goto(link as string);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.getByRole('textbox').waitFor({ state: 'visible' });
  });

  it('a person chooses a new password, and a short one is refused at the field', async () => {
    await service.client().post('/v1/auth/forgot-password', { email: 'ann@example.com' }).expect(200);
    const token = await service.mailedToken('ann@example.com', 'recovery_token');
    await page.goto(`${service.runtime.publicUrl}/reset-password?recovery_token=${token}`);
    expect(page.url()).not.toContain('recovery_token');
    await page.fill('#password', 'short');
    await page.fill('#repeat', 'short');
    await page.keyboard.press('Enter');
    await page.locator('#password-fault:not(:empty)').waitFor({ state: 'visible' });
    await page.fill('#password', 'a whole new password');
    await page.fill('#repeat', 'a whole new password');
    await page.keyboard.press('Enter');
    await visible('Your password is changed');
    await service.signIn('ann@example.com', 'a whole new password');
  });

  it('the API reference shows the endpoints and calls them', async () => {
    await page.goto(`${service.runtime.publicUrl}/docs`);
    await page.locator('#operations-tag-auth').click();
    await visible('/v1/auth/sign-up');
    await page.locator('#operations-tag-health').click();
    await page.getByText('Whether the process serves').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await visible('"status": "ok"');
    await page.selectOption('#part', 'forums');
    await page.locator('#operations-tag-forums').click();
    await visible('/v1/apps/forums/create-topic');
  });

  it('no request went to another host', () => {
    expect(elsewhere).toEqual([]);
  });
});
