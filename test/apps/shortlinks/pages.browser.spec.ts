import type { Browser, Page } from 'playwright-core';
import { inBrowser, openPage, startBrowser } from '../../support/browser.js';
import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';

inBrowser('the pages of links in a browser', () => {
  let desk: Desk;
  let ann: Account;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    desk = await Desk.start();
    ann = await desk.person();
    browser = await startBrowser();
    page = await openPage(browser, { userAgent: desk.visitor()['user-agent'] });
    await page.route('https://shop.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  const open = (path: string) => page.goto(`${desk.service.url}/v1/apps/shortlinks/public/${path}`);
  const visible = (text: string) => page.getByText(text).first().waitFor({ state: 'visible' });

  it('ask for a password until it is the right one', async () => {
    const { slug } = await desk.link(ann, { password: 'open sesame' });
    await open(slug);
    await page.fill('#password', 'guess');
    await page.click('text=Open');
    await visible('Wrong password');
    await page.fill('#password', 'open sesame');
    await page.click('text=Open');
    await visible('The shop');
  });

  it('warn of a link once its password is right, and before it is followed', async () => {
    const { slug, id } = await desk.link(ann, { password: 'open sesame' });
    await desk.rows('UPDATE ext_shortlinks.links SET warned_at = now() WHERE id = $1', id);
    await open(slug);
    await page.fill('#password', 'open sesame');
    await page.click('text=Open');
    await visible('Others have reported this link');
    await visible('https://shop.example/spring');
    expect(await page.locator('#password').isVisible()).toBe(false);
    await page.click('text=Continue');
    await visible('The shop');
  });

  it('show where a link leads, take a report and go on', async () => {
    const link = await desk.link(ann, { title: 'Spring sale' });
    await open(`${link.slug}+`);
    await visible('https://shop.example/spring');
    await page.selectOption('#reason', 'spam');
    await page.click('text=Report');
    await visible('Thank you, the link will be reviewed');
    expect(await desk.rows('SELECT reason FROM ext_shortlinks.link_reports')).toEqual([{ reason: 'spam' }]);
    // A redirect. Routes of the test answer only requests that are not the end of one.
    const followed = page.waitForRequest('https://shop.example/spring');
    await page.click('text=Continue');
    expect((await followed).isNavigationRequest()).toBe(true);
    expect(await desk.clicks(link)).toHaveLength(1);
  });

  it('fire pixels on the way', async () => {
    const { slug } = await desk.link(ann);
    const pixel = { attachment_id: slug, pixel_id: slug, external_id: '1', event: 'PageView' };
    desk.beside('pixels', {
      attachedTo: async () => [{ ...pixel, provider: 'meta', consent: 'not_required' }],
      hostsOf: () => ['pixel.example'],
    });
    await open(slug);
    await visible('The shop');
  });
});
