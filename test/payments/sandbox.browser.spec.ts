import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, openContext, openPage, startBrowser } from '../support/browser.js';
import { SandboxWorkshop } from '../support/sandbox-client.js';

inBrowser('the sandbox in a browser', () => {
  let shop: SandboxWorkshop;
  let browser: Browser;
  let page: Page;
  let store: string;
  const faults: string[] = [];
  /** A paid page goes on by itself after two seconds. It stays until the shop answers, however busy the machine is. */
  let lookedAt = Promise.resolve();
  /** Returns what lets the shop answer. */
  function holdShop(): () => void {
    let leave: () => void = () => undefined;
    lookedAt = new Promise((resolve) => (leave = resolve));
    return leave;
  }
  /** The shop that buyers come from, on another origin, so that the pages' content security policy is tested. */
  const shopServer = createServer(async (request, response) => {
    await lookedAt;
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>The shop</h1><p>${request.url}</p>`);
  });

  beforeAll(async () => {
    shop = await SandboxWorkshop.start();
    await new Promise<void>((resolve) => shopServer.listen(0, '127.0.0.1', resolve));
    store = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    shopServer.closeAllConnections();
    shopServer.close();
    await shop?.stop();
  });
  beforeEach(async () => {
    // Another page for each test: one that is paid may still be leaving.
    page = await openPage(browser);
    page.on('console', (message) => {
      // The browser logs an error for the 404 of a missing page.
      if (message.type() === 'error' && !message.text().includes('404')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });

  const visible = (text: string) => page.getByText(text).first().waitFor({ state: 'visible' });
  const press = (name: string) => page.getByRole('button', { name }).click();
  const open = (more = {}) =>
    shop.session({
      success_url: `${store}/thanks?session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${store}/basket`,
      ...more,
    });
  const shownIn = async (text: string, what: string) => {
    const row = page.locator('tr', { hasText: text });
    await row.first().getByText(what).first().waitFor({ state: 'visible' });
  };

  it('a person is declined, pays, and is led back to the shop', async () => {
    const session = await open();
    await page.goto(session.url as string);
    await visible('€20.00');
    await visible('No money moves');
    await press('Decline card');
    await visible('Your card was declined');
    const leave = holdShop();
    await press('Pay €20.00');
    await visible('Payment received');
    const link = page.getByRole('link', { name: 'Continue to the shop' });
    expect(await link.getAttribute('href')).toBe(`${store}/thanks?session=${session.id}`);
    leave();
    await page.waitForURL(`${store}/thanks?session=${session.id}`);

    await page.goto(session.url as string);
    await visible('There is nothing left to do here');
    expect(await page.getByRole('button').count()).toBe(0);
    await page.waitForTimeout(2500);
    expect(page.url()).toBe(session.url);
  });

  it('a person clicks twice, and goes back: one payment', async () => {
    const session = await open();
    await page.goto(session.url as string);
    const leave = holdShop();
    await page.getByRole('button', { name: 'Pay €20.00' }).dblclick();
    await visible('Payment received');
    await page.goBack();
    await visible('Payment received');
    leave();
    await shop.until(async () => (await shop.client.events(session.id)).length > 0);
    expect(await shop.client.events(session.id)).toHaveLength(1);
  });

  it('a person cancels, with an address to go back to and without one', async () => {
    await page.goto((await open()).url as string);
    await press('Cancel');
    await page.waitForURL(`${store}/basket`);
    const session = await open({ cancel_url: undefined });
    await page.goto(session.url as string);
    await press('Cancel');
    await visible('The shop named no address to go back to');
    const leave = holdShop();
    await press('Pay €20.00');
    await visible('Payment received');
    leave();
  });

  it('without JavaScript one pays too', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto((await open()).url as string);
    await plain.getByRole('button', { name: 'Pay €20.00' }).click();
    await plain.waitForURL(`${store}/thanks?session=*`);
    expect(await plain.textContent('h1')).toBe('The shop');
    await context.close();
  });

  it('names of goods and people are text, whatever they hold', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
    const price_data = { currency: 'jpy', unit_amount: 500, product_data: { name: evil, description: evil } };
    const session = await open({ line_items: [{ quantity: 2, price_data }], customer_email: '"<b>"@x.y' });
    await page.goto(session.url as string);
    await visible('¥1,000');
    await visible(evil);
    await page.goto(shop.sandbox.url);
    await visible(evil);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('what is over says so', async () => {
    const session = await open();
    await page.goto(session.url as string);
    await shop.sdk.checkout.sessions.expire(session.id);
    await press('Pay €20.00');
    await visible('This payment has expired');
    await page.goto(`${shop.sandbox.url}/pay/cs_none`);
    await visible('There is nothing here');
  });

  it('a seller signs up, and sees the account’s payments', async () => {
    const account = await shop.account(false);
    const link = await shop.sdk.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: `${store}/refresh`,
      return_url: `${store}/return`,
    });
    await page.goto(link.url);
    await visible('seller@example.com');
    await press('Enable charges and payouts');
    await page.waitForURL(`${store}/return`);
    await page.goto(link.url);
    await page.waitForURL(`${store}/refresh`);
    const session = await open({
      payment_intent_data: { application_fee_amount: 150, transfer_data: { destination: account } },
    });
    await shop.client.pay(session.id);
    await page.goto((await shop.sdk.accounts.createLoginLink(account)).url);
    await shownIn('€20.00', '€1.50');
    await page.reload();
    await visible('charges: yes');
  });

  it('the overview follows what happens, and its levers work', async () => {
    await page.goto(shop.sandbox.url);
    const later = await open();
    await shownIn(later.id.slice(0, 20), 'Open');
    await shop.client.payLater(later.id);
    await page
      .locator('tr', { hasText: later.id.slice(0, 20) })
      .getByRole('button', { name: 'Money arrives' })
      .click();
    await shownIn(later.id.slice(0, 20), 'paid');

    const { id } = await shop.subscription();
    await shop.client.pay(id);
    const subscription = (await shop.sdk.checkout.sessions.retrieve(id)).subscription as string;
    const row = page.locator('tr', { hasText: subscription }).first();
    await row.getByRole('button', { name: 'Fail payment' }).click();
    await shownIn(subscription, 'past due');
    await row.getByRole('button', { name: 'Renew' }).click();
    await shownIn(subscription, 'active');

    await press('Hold new events back');
    await page.getByRole('button', { name: 'Stop holding events back' }).waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await shownIn('customer.subscription.deleted', 'held back');
    await press('reverse');
    await shownIn('customer.subscription.deleted', 'delivered');
    await page.getByRole('button', { name: 'Hold new events back' }).waitFor();
    // The choice stays while the overview follows what happens.
    await page.getByLabel('Send each event').selectOption('5');
    await page.getByLabel('Send each event').blur();
    const another = await open();
    await shownIn(another.id.slice(0, 20), 'Open');
    expect(await page.getByLabel('Send each event').inputValue()).toBe('5');
    await press('Set');
    await page.getByRole('option', { name: '5 times at once', selected: true }).waitFor({ state: 'attached' });
    const switches = await fetch(`${shop.sandbox.url}/sandbox/deliveries`);
    expect(await switches.json()).toEqual({ hold: false, copies: 5 });
  });
});
