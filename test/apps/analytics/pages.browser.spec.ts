import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { faultsOf, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { type Account, eventually } from '../../support/service.js';
import { CHROME, day, Desk, type PastEvent, type SiteAnswer } from './desk.js';

const SHOP = 'http://shop.example';

inBrowser('the script and the dashboard in a browser', () => {
  let desk: Desk;
  let ann: Account;
  let site: SiteAnswer;
  let browser: Browser;
  /** All pages of the shop have the script tag. */
  const shop = createServer((_, response) => {
    const script = `${desk.service.url}/v1/apps/analytics/public/script.js`;
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<title>Shop</title><script defer data-site="${site.site_key}" src="${script}"></script><a href="#top">Top</a>`,
      );
  });
  beforeAll(async () => {
    desk = await Desk.start();
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
    const { port } = shop.address() as AddressInfo;
    browser = await startBrowser(`--host-resolver-rules=MAP shop.example 127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await browser?.close();
    shop.close();
    await desk?.stop();
  });
  beforeEach(async () => {
    ann = await desk.owner();
    site = await desk.site(ann);
  });

  async function visit(address: string, referer?: string): Promise<Page> {
    const page = await openPage(browser, { userAgent: CHROME });
    await page.goto(address, { referer });
    return page;
  }
  const expectRecorded = (expected: object[]) =>
    eventually(async () => expect(await desk.events(site)).toMatchObject(expected));

  it('sends a page view on load and on changes of the history, and events that are tracked', async () => {
    const page = await visit(`${SHOP}/start?utm_source=news`, 'http://mail.example/');
    await expectRecorded([{ path: '/start', utm_source: 'news', referrer_host: 'mail.example' }]);
    await page.evaluate(`history.pushState({}, '', '/cart')`);
    const cart = { path: '/cart', referrer_host: null, name: 'pageview' };
    await expectRecorded([{ path: '/start' }, cart]);
    // The same page: a fragment, and a state of the page itself.
    await page.click('text=Top');
    await page.evaluate(`history.replaceState({ open: true }, '', '/cart#details')`);
    await page.evaluate(`analytics.track('Purchase', { plan: 'basic', seats: 2 })`);
    await expectRecorded([
      { path: '/start' },
      cart,
      { path: '/cart', name: 'Purchase', props: { plan: 'basic', seats: 2 } },
    ]);
    await page.close();
  });

  it('is silent in a browser that says so, and stores nothing', async () => {
    const page = await visit(`${SHOP}/one`);
    await expectRecorded([{ path: '/one' }]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.evaluate(`localStorage.setItem('analytics_ignore', '1')`);
    await page.goto(`${SHOP}/two`);
    await page.evaluate(`history.pushState({}, '', '/three')`);
    await page.evaluate(`localStorage.removeItem('analytics_ignore')`);
    await page.goto(`${SHOP}/four`);
    await expectRecorded([{ path: '/one' }, { path: '/four' }]);
    await page.close();
  });

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('shows a dashboard that everybody can read, %d pixels wide and %s', async (width, colorScheme) => {
    const events = Array.from({ length: 60 }, (_, n): PastEvent => ({
      at: new Date(Date.parse(day(1 + (n % 20))) + n * 1_000_000).toISOString(),
      visitor: n,
      path: n % 7 ? `/products/with-a-rather-long-name-that-has-no-end/${n % 9}` : '/',
      referrer_host: n % 2 ? `a-very-long-name-of-a-host-${n % 5}.example` : undefined,
      country: n % 3 ? 'DE' : 'US',
    })); // prettier-ignore
    await desk.past(site, events);
    const { share_token } = await desk.change(ann, site, { shared: true });
    const page = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
    const failed: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
    await page.goto(`${desk.service.url}/v1/apps/analytics/public/share/${share_token}`);
    expect(failed).toEqual([]);
    await page.click('text=As a table');
    expect(await faultsOf(page)).toEqual([]);
    await page.click('text=12 months');
    await page.waitForURL('**?period=12mo');
    await page.getByText('Visitors', { exact: true }).first().waitFor({ state: 'visible' });
    await page.close();
  });
});
