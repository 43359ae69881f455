import type { Browser, Page } from 'playwright-core';
import { faultsOf, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { type Account, eventually } from '../../support/service.js';
import { Desk, LINK } from './desk.js';

const PICTURE = Buffer.from('R0lGODlhAQABAPAAAC9b2P///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const BLOCKS = [
  { ...LINK, is_featured: true },
  { ...LINK, title: 'Journal', data: { thumbnail_url: 'https://img.example/t.gif' } },
  { kind: 'header', title: 'About us' },
  { kind: 'text', data: { text: 'Handmade chairs from one tree each.' } },
  { kind: 'image', data: { image_url: 'https://img.example/i.gif', alt: 'A chair' } },
  { kind: 'socials', data: { items: [{ network: 'instagram', url: 'https://instagram.com/oak' }] } },
  { kind: 'embed', title: 'How we work', url: 'https://youtu.be/dQw4w9WgXcQ' },
  { kind: 'divider' },
  {
    kind: 'contact_form',
    title: 'Write to us',
    data: { consent_text: 'You may answer me.', ask_name: true, ask_message: true },
  },
];

inBrowser('a page in a browser', () => {
  let desk: Desk;
  let ann: Account;
  let browser: Browser;
  let page: Page;
  let made: { page: any; blocks: any[] };
  const refused: string[] = [];
  beforeAll(async () => {
    desk = await Desk.start();
    ann = await desk.person();
    made = await desk.published(ann, { handle: 'oak', bio: 'Chairs' }, BLOCKS);
    browser = await startBrowser();
    page = await openPage(browser, { userAgent: desk.visitor()['user-agent'] });
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
    await page.route(/^https:/, (route) =>
      route.request().url().includes('img.example')
        ? route.fulfill({ contentType: 'image/gif', body: PICTURE })
        : route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  const open = () => page.goto(`${desk.service.url}/v1/apps/biolinks/public/oak`, { waitUntil: 'load' });
  const recorded = (count: number) => eventually(async () => expect(await desk.events(made.page)).toHaveLength(count));

  it('counts its view, and a click that leaves it', async () => {
    await open();
    await recorded(1);
    await page.click('text=Journal');
    await page.getByText('Elsewhere').waitFor();
    await recorded(2);
    expect((await desk.events(made.page)).map(({ block_id }) => block_id)).toEqual([null, made.blocks[1].id]);
  });

  it('loads a player when it is tapped', async () => {
    await open();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.click('text=How we work');
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('src')).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation');
    await recorded(4);
  });

  it('sends its form', async () => {
    await open();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Your e-mail address').fill('ada@mail.example');
    await page.getByLabel('Your message').fill('Hello');
    await page.getByLabel('You may answer me.').check();
    await page.click('text=Send');
    await page.getByText('Thank you').waitFor();
    const { contacts } = await desk.ask(ann, 'list-contacts');
    expect(contacts).toMatchObject([{ email: 'ada@mail.example', name: 'Ada', message: 'Hello' }]);
  });

  it('asks first when its content is sensitive', async () => {
    await desk.update(ann, made.page, { is_sensitive: true });
    await open();
    expect(await page.getByText('Journal').isVisible()).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await page.click('text=Show the page');
    await page.getByText('Journal').waitFor({ state: 'visible' });
    await desk.update(ann, made.page, { is_sensitive: false });
  });

  it.each([
    ['oak-ar', 'استوديو البلوط!', 'rtl'],
    ['oak-he', '2026 – אלון', 'rtl'],
    [
      'oak-long',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.slice(0, 80),
      'ltr',
    ],
  ])('is written from the side of its title: %s', async (handle, title, direction) => {
    await desk.published(ann, { handle, title, bio: 'x'.repeat(300) }, [{ ...LINK, title }, ...BLOCKS]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${desk.service.url}/v1/apps/biolinks/public/${handle}`, { waitUntil: 'load' });
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction);
      expect(await faultsOf(page)).toEqual([]);
    }
  });

  it.each(['plain', 'dark', 'paper', 'gradient', 'contrast'])('can be used by everybody: %s', async (theme) => {
    await desk.update(ann, made.page, { theme });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open();
      expect(await faultsOf(page)).toEqual([]);
    }
    expect(refused).toEqual([]);
  });
});
