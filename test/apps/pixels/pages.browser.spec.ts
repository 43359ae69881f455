import type { Browser, BrowserContext, Page } from 'playwright-core';
import { faultsOf, inBrowser, openContext, startBrowser } from '../../support/browser.js';
import { type Account, eventually } from '../../support/service.js';
import { CHROME, Desk, META, OWN, type Target } from './desk.js';

const UUID = '0190a0a0-0000-7000-8000-0000000000ab';
/** Of each network: an id, its script, the calls that wait for the script, and the host that it reports to. */
const NETWORKS: [provider: string, external_id: string, script: string, calls: string, beacon: string][] = [
  ['meta', '123456789012345', 'connect.facebook.net/en_US/fbevents.js', 'fbq.queue', 'www.facebook.com'],
  [
    'google_analytics',
    'G-ABC123',
    'www.googletagmanager.com/gtag/js?id=G-ABC123',
    'dataLayer',
    'region1.google-analytics.com',
  ],
  [
    'google_ads',
    'AW-1234567890',
    'www.googletagmanager.com/gtag/js?id=AW-1234567890',
    'dataLayer',
    'www.googleadservices.com',
  ],
  [
    'tiktok',
    'C4AABBCCDDEEFF001122',
    'analytics.tiktok.com/i18n/pixel/events.js?sdkid=C4AABBCCDDEEFF001122&lib=ttq',
    'Object.entries(ttq._i)',
    'analytics.tiktok.com',
  ],
  [
    'linkedin',
    '1234567',
    'snap.licdn.com/li.lms-analytics/insight.min.js',
    '_linkedin_data_partner_ids',
    'px.ads.linkedin.com',
  ],
  ['pinterest', '2612345678901', 's.pinimg.com/ct/core.js', 'pintrk.queue', 'ct.pinterest.com'],
  ['snapchat', UUID, 'sc-static.net/scevent.min.js', 'snaptr.queue', 'tr.snapchat.com'],
  ['x', 'o1abc', 'static.ads-twitter.com/uwt.js', 'twq.queue', 'analytics.twitter.com'],
  ['reddit', 't2_abcd12', 'www.redditstatic.com/ads/pixel.js', 'rdt.callQueue', 'alb.reddit.com'],
];

inBrowser('pixels in a browser', () => {
  let desk: Desk;
  let ann: Account;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let sent: URL[];
  let faults: string[];
  beforeAll(async () => {
    desk = await Desk.start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });
  beforeEach(async () => {
    ann = await desk.person();
    await fresh();
  });
  afterEach(() => context.close());

  /** A browser that nobody has used, whose networks are here: a script of one tells what it was called with. */
  async function fresh(headers: Record<string, string> = {}): Promise<void> {
    await context?.close();
    context = await openContext(browser, {
      reducedMotion: 'reduce',
      userAgent: CHROME,
      extraHTTPHeaders: { ...desk.visitor(), ...headers },
    });
    page = await context.newPage();
    sent = [];
    faults = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await context.route(/^https:/, (route) => {
      const url = new URL(route.request().url());
      sent.push(url);
      const network = NETWORKS.find(([, , script]) => url.href === `https://${script}`);
      if (!network) {
        const isPage = url.hostname === 'shop.example';
        return route.fulfill(isPage ? { contentType: 'text/html', body: '<h1>The shop</h1>' } : { status: 204 });
      }
      const [, , , calls, beacon] = network;
      const said = `JSON.stringify(Array.from(${calls}, (call) => call.length && typeof call !== 'string' ? Array.from(call) : call))`;
      const body = `new Image().src = 'https://${beacon}/?calls=' + encodeURIComponent(${said});`;
      return route.fulfill({ contentType: 'text/javascript', body });
    });
  }

  const pixelOn = async (target: Target, input: object): Promise<any> => {
    const pixel = await desk.pixel(ann, input);
    await desk.attach(ann, pixel, target);
    return pixel;
  };
  const openPage = (target: Target) => page.goto(desk.addressOf(target, desk.service.url));
  const openLink = (slug: string) => page.goto(`${desk.service.url}/v1/apps/shortlinks/public/${slug}`);
  const count = (pixel: { id: string }, events: number) =>
    eventually(async () => expect(await desk.events(pixel)).toHaveLength(events));
  const told = (host: string) =>
    eventually(async () => {
      const beacon = sent.find(({ hostname, searchParams }) => hostname === host && searchParams.has('calls'));
      if (!beacon) throw new Error(`nothing was sent to ${host}: ${sent.join(' ')}`);
      return JSON.parse(beacon.searchParams.get('calls') as string) as unknown[];
    });
  const bar = () => page.getByRole('complementary', { name: 'Cookies' });
  const answers = () => bar().getByRole('button');

  it.each(NETWORKS)('of %s load the script of the network and tell it the id alone', async (...network) => {
    const [provider, external_id, script, , beacon] = network;
    const target = await desk.page(ann, 'biolinks');
    const pixel = await pixelOn(target, { name: provider, provider, external_id, consent: 'not_required' });
    await openPage(target);
    const calls = await told(beacon);
    expect(JSON.stringify(calls)).toContain(external_id);
    expect(sent.map(({ href }) => href)).toContain(`https://${script}`);
    await count(pixel, 1);
    expect(await desk.events(pixel)).toMatchObject([{ name: 'PageView', host: '127.0.0.1' }]);
    expect(faults).toEqual([]);
    expect(await answers().count()).toBe(0);
  });

  it('of all networks at once fire on one page, and each is told its event', async () => {
    const target = await desk.page(ann, 'biolinks');
    const pixels = [];
    for (const [provider, external_id] of NETWORKS) {
      const pixel = await desk.pixel(ann, { name: provider, provider, external_id, consent: 'not_required' });
      await desk.ask(ann, 'attach-pixel', { pixel_id: pixel.id, targets: [target], event: 'Lead' });
      pixels.push(pixel);
    }
    await openPage(target);
    for (const pixel of pixels) await count(pixel, 1);
    expect(await told('www.facebook.com')).toEqual([
      ['set', 'autoConfig', false, '123456789012345'],
      ['init', '123456789012345'],
      ['trackSingle', '123456789012345', 'Lead'],
    ]);
    expect(JSON.stringify(await told('alb.reddit.com'))).toContain('Lead');
    expect(faults).toEqual([]);
  });

  it('ask for consent by the keyboard, fire after it, and remember it for half a year', async () => {
    const target = await desk.page(ann, 'biolinks');
    await desk.ask(ann, 'update-settings', {
      consent_text: '<b>Ads?</b>',
      privacy_url: 'https://shop.example/privacy',
    });
    const [meta, own] = [await pixelOn(target, META), await pixelOn(target, OWN)];
    await openPage(target);
    await bar().getByText('<b>Ads?</b>').waitFor();
    expect(await bar().getByRole('link').getAttribute('href')).toBe('https://shop.example/privacy');
    expect(await desk.events(meta)).toEqual([]);
    // The link of the page, that of the bar, Refuse, and Allow.
    for (let times = 0; times < 4; times++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await told('www.facebook.com');
    for (const pixel of [meta, own]) await count(pixel, 1);
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: 'px_consent', value: 'yes', path: '/', sameSite: 'Lax', domain: '127.0.0.1' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(180);
    expect(await answers().allTextContents()).toEqual(['Cookies']);
    expect(faults).toEqual([]);
    // Another page of the host asks no more.
    const other = await desk.page(ann, 'biolinks');
    const there = await pixelOn(other, { ...META, external_id: '9999999999' });
    await openPage(other);
    await count(there, 1);
    expect(await answers().allTextContents()).toEqual(['Cookies']);
  });

  it('fire nothing that is refused, until the answer is changed', async () => {
    const target = await desk.page(ann, 'biolinks');
    const meta = await pixelOn(target, META);
    const free = await pixelOn(target, { ...META, external_id: '9999999999', consent: 'not_required' });
    await openPage(target);
    await count(free, 1);
    await bar().getByText('Refuse').click();
    // It may be counted again, or not: a visitor counts once in ten seconds.
    const again = page.waitForResponse(/\/fired\//);
    await page.reload();
    await again;
    expect(await desk.events(meta)).toEqual([]);
    expect(await context.cookies()).toMatchObject([{ name: 'px_consent', value: 'no' }]);
    await answers().click();
    await bar().getByText('Allow').click();
    await count(meta, 1);
    expect(await context.cookies()).toMatchObject([{ value: 'yes' }]);
  });

  it('of networks do not fire where the browser refuses for all of them', async () => {
    const target = await desk.page(ann, 'biolinks');
    const meta = await pixelOn(target, { ...META, consent: 'not_required' });
    const own = await pixelOn(target, { ...OWN, consent: 'not_required' });
    await desk.ask(ann, 'update-settings', { respect_opt_out: false });
    await fresh({ 'sec-gpc': '1' });
    await openPage(target);
    await count(own, 1);
    await fresh();
    await page.addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`);
    await openPage(target);
    await count(own, 2);
    expect([await desk.events(meta), sent]).toEqual([[], []]);
  });

  it('fire on the way through a short link, and the visitor goes on within a second', async () => {
    const { id, slug } = await desk.link(ann);
    const target = { target_app: 'shortlinks', target_id: id } as const;
    const meta = await pixelOn(target, META);
    // Nobody has been asked on this host yet.
    const unasked = await desk.open(slug, {}, 'GET', 'shortlinks');
    expect([unasked.status, unasked.headers.location]).toEqual([302, 'https://shop.example/spring']);
    const own = await pixelOn(target, { ...OWN, consent: 'not_required' });
    await context.addCookies([{ name: 'px_consent', value: 'yes', url: desk.service.url }]);
    // The clock of the page stands: on a busy machine a script takes longer than the page waits.
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1_000);
    await openLink(slug);
    await told('www.facebook.com');
    await page.clock.runFor(1_000);
    await page.getByText('The shop').waitFor();
    for (const pixel of [meta, own]) await count(pixel, 1);
    expect(faults).toEqual([]);
    const bot = await desk.open(
      slug,
      { 'user-agent': 'Twitterbot/1.0', cookie: 'px_consent=yes' },
      'GET',
      'shortlinks',
    );
    expect([bot.status, bot.headers.location]).toEqual([302, 'https://shop.example/spring']);
    const { status, headers, body } = await desk.open(slug, { cookie: 'px_consent=yes' }, 'GET', 'shortlinks');
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' https://connect.facebook.net https://www.facebook.com;`);
    expect(body.toString()).not.toContain(ann.id);
  });

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('ask in a way that everybody can use, at %i px and %s', async (width, colorScheme) => {
    const target = await desk.page(ann, 'biolinks');
    await pixelOn(target, META);
    const consent_text = 'This page uses advertising cookies to find its visitors again on other sites. '
      .repeat(3)
      .trim();
    await desk.ask(ann, 'update-settings', { consent_text, privacy_url: 'https://shop.example/privacy' });
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await openPage(target);
    await answers().first().waitFor();
    for (const shot of ['asks', 'asked']) {
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/pixels-${shot}-${width}-${colorScheme}.png` });
      expect(await faultsOf(page)).toEqual([]);
      if (shot === 'asks') await bar().getByText('Refuse').click();
    }
  });
});
