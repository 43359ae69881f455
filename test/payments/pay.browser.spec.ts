import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, openPage, startBrowser } from '../support/browser.js';
import { type Account, eventually } from '../support/service.js';
import { Shop } from './shop.js';

/** If set, the folder for screenshots of every page: wide and narrow, light and dark. */
const PICTURES = process.env.PICTURES;

inBrowser('paying in a browser', () => {
  let shop: Shop;
  let browser: Browser;
  let page: Page;
  let ann: Account;
  let store: string;
  let known: Set<string>;
  const elsewhere: string[] = [];
  const faults: string[] = [];
  /**
   * A paid page goes on by itself after two seconds. The client answers this first request with 204, for which a browser
   * stays on its page: the test looks at the page and follows its link afterwards, however busy the machine is.
   */
  let ledBack: Promise<void>;
  let arrive: (() => void) | undefined;
  /** The client app's pages, from which people come and to which they return. */
  const client = createServer((request, response) => {
    if (request.url === '/thanks' && arrive) {
      arrive();
      arrive = undefined;
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(`<link rel="icon" href="data:,"><h1>The client</h1><p>${request.url}</p>`);
  });

  beforeAll(async () => {
    shop = await Shop.start();
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    store = `http://127.0.0.1:${(client.address() as AddressInfo).port}`;
    known = new Set([new URL(shop.service.runtime.sandboxUrl as string).host, new URL(store).host]);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    client.closeAllConnections();
    client.close();
    await shop?.stop();
  });
  beforeEach(async () => {
    ann = await shop.account();
    ledBack = new Promise((resolve) => (arrive = resolve));
    // Another page for each test: one that is paid may still be leaving.
    page = await openPage(browser);
    page.on('request', (request) => {
      const { host } = new URL(request.url());
      if (host && !known.has(host)) elsewhere.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    expect({ elsewhere: elsewhere.splice(0), faults: faults.splice(0) }).toEqual(NOTHING);
  });
  const NOTHING = { elsewhere: [], faults: [] };

  const visible = (text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'visible' });
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  /** Waits for the automatic redirect, and follows the link. */
  async function goOn(): Promise<void> {
    await ledBack;
    await page.getByRole('link', { name: 'Continue to the shop' }).click();
    await page.waitForURL(`${store}/thanks`);
  }

  async function picture(name: string): Promise<void> {
    if (!PICTURES) return;
    for (const width of [1280, 390]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({
          path: join(PICTURES, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  async function deposit(): Promise<string> {
    const addresses = { success_url: `${store}/thanks`, cancel_url: `${store}/wallet` };
    const { body } = await ann.client.post('/v1/wallet/deposit', { amount: 12.5, ...addresses }).expect(200);
    return body.checkout_url;
  }
  const balanceIs = (amount: number) => eventually(async () => expect(await shop.balance(ann)).toBe(amount));

  it('a person pays into the wallet, and is led back', async () => {
    await page.goto(await deposit());
    await visible('Wallet deposit');
    await visible('$12.50');
    await picture('deposit');
    await press('Pay $12.50');
    await visible('Payment received');
    await picture('deposit-received');
    await ledBack;
    // Opened anew, it goes on as well, and now the client answers with its page.
    const anew = await openPage(browser);
    await anew.goto(page.url(), { waitUntil: 'commit' });
    await anew.waitForURL(`${store}/thanks`);
    await anew.getByText('The client').waitFor({ state: 'visible' });
    await anew.context().close();
    await balanceIs(12.5);
  });

  it('a person is declined, and pays then', async () => {
    await page.goto(await deposit());
    await press('Decline card');
    await visible('Your card was declined');
    await picture('deposit-declined');
    expect(await shop.balance(ann)).toBe(0);
    await press('Pay $12.50');
    await goOn();
    await balanceIs(12.5);
  });

  it('a person cancels, is led back, and may come again', async () => {
    const link = await deposit();
    await page.goto(link);
    await press('Cancel');
    await page.waitForURL(`${store}/wallet`);
    expect(await shop.balance(ann)).toBe(0);
    expect(await shop.paymentOf(link)).toMatchObject({ status: 'pending' });
    await page.goBack();
    await press('Pay $12.50');
    await goOn();
    await balanceIs(12.5);
  });

  it('a person pays by transfer: the balance comes with the money', async () => {
    const link = await deposit();
    await page.goto(link);
    await press('Pay later by bank transfer');
    await visible('Payment on its way');
    await picture('deposit-on-its-way');
    expect(await shop.balance(ann)).toBe(0);
    await shop.processor.settle(link, 'succeeded');
    await balanceIs(12.5);
  });

  it('a person subscribes to a plan', async () => {
    const addresses = { success_url: `${store}/thanks`, cancel_url: `${store}/plans` };
    const { body } = await ann.client.post('/v1/business/upgrade', { plan: 'pro', ...addresses }).expect(200);
    await page.goto(body.checkout_url);
    await visible(/\$29\.00/);
    await picture('plan');
    await press(/^Subscribe/);
    await goOn();
    await eventually(async () => {
      const { subscription } = (await ann.client.get('/v1/business').expect(200)).body;
      expect(subscription).toMatchObject({ plan: 'pro', status: 'active' });
    });
  });

  it('a seller signs up, sells, and looks at the dashboard', async () => {
    const addresses = { return_url: `${store}/selling`, refresh_url: `${store}/again` };
    const { body } = await ann.client.post('/v1/processor/connect/onboard', addresses).expect(200);
    await page.goto(body.onboarding_url);
    await visible(ann.email);
    await picture('onboarding');
    await press('Enable charges and payouts');
    await page.waitForURL(`${store}/selling`);
    const buyer = await shop.account();
    await eventually(async () => {
      const { connect } = (await ann.client.get('/v1/processor/connect/status').expect(200)).body;
      expect(connect).toMatchObject({
        processor_charges_enabled: true,
        processor_payouts_enabled: true,
        processor_onboarding_complete: true,
      });
    });

    const order = {
      description: 'A whole library',
      success_url: `${store}/thanks`,
      cancel_url: `${store}/basket`,
    };
    const link = await shop.askToBuy(buyer, ann, order);
    await page.goto(link);
    await visible('A whole library');
    await picture('purchase');
    await press('Pay $20.00');
    await goOn();
    await shop.completed(link);

    const { body: dashboard } = await ann.client.post('/v1/processor/connect/dashboard').expect(200);
    await page.goto(dashboard.dashboard_url);
    await visible(/\$/);
    await picture('dashboard');
  });
});
