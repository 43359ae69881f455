import type { Browser, Page } from 'playwright-core';
import { faultsOf, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { type Account, eventually } from '../../support/service.js';
import { Newsroom } from './newsroom.js';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';

const EVERYTHING = `## Why rye

Bread of rye **keeps** for a week[^1], *really*, and ~~never~~ seldom moulds. [More](https://x.example).

> It was the flour that fed the poor.

- [x] flour
- [ ] water

1. Mix
2. Wait

| Flour | Ash | Price |
|:------|----:|------:|
| 815   | 0.8 | 1.20  |
| 1150  | 1.1 | 1.40  |

\`\`\`js
const dough = { flour: 1000, water: 750, salt: 20, starter: 200, note: 'a line that is longer than a telephone is wide' };
\`\`\`

<details><summary>The long story</summary>It begins in the winter.</details>

<kbd>Ctrl</kbd> and \`code\`.

[^1]: In a cloth.
`;

inBrowser('the pages of a blog in a browser', () => {
  let room: Newsroom;
  let ann: Account & { blog: any };
  let browser: Browser;
  let page: Page;
  let post: any;
  beforeAll(async () => {
    room = await Newsroom.start();
    ann = await room.author({ handle: 'slow-baking', description: 'Bread, and what goes with it.' });
    post = await room.published(ann, { title: 'Rye in winter', body_markdown: EVERYTHING, tags: ['rye', 'winter'] });
    browser = await startBrowser();
    page = await openPage(browser, { userAgent: AGENT });
  });
  afterAll(async () => {
    await browser?.close();
    await room?.stop();
  });

  const open = (path: string) => page.goto(`${room.service.url}/v1/apps/blog/public/${path}`);

  it.each([390, 1280])('are good to read for everybody at %i pixels, light and dark', async (width) => {
    const { preview_url } = await room.get(ann, post);
    for (const path of [
      'slow-baking',
      'slow-baking/rye-in-winter',
      'slow-baking/tag/rye',
      preview_url.split('/public/')[1],
    ])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await open(path);
        expect({ path, colorScheme, faults: await faultsOf(page) }).toEqual({ path, colorScheme, faults: [] });
      }
  });

  it('hold words that are longer than the page, and code that is written from the left', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const eve = await room.author({ handle: 'langes-wort', title: long, language: 'ar' });
    await room.published(eve, {
      title: long,
      slug: 'wort',
      tags: ['c#', long.slice(0, 40)],
      body_markdown: EVERYTHING,
    });
    await page.setViewportSize({ width: 390, height: 900 });
    for (const path of ['langes-wort', 'langes-wort/wort', 'langes-wort/tag/c%23']) {
      await open(path);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect({ path, width }).toEqual({ path, width: 390 });
    }
    await open('langes-wort/wort');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.text pre')).direction`)).toBe('ltr');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.tags a')).unicodeBidi`)).toBe('plaintext');
  });

  it('break nothing of their own policy', async () => {
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await open('slow-baking/rye-in-winter');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.post > h1')).fontWeight`)).toBe('750');
    expect(refused).toEqual([]);
  });

  it('count a view when the page was visible for a while', async () => {
    // A page of the tests before may still be counted.
    const unread = await room.published(ann, { title: 'Wheat in summer' });
    await open('slow-baking/wheat-in-summer');
    await eventually(async () => expect(await room.views(unread)).toHaveLength(1));
    await open('slow-baking');
    await page.click('text=Wheat in summer');
    await eventually(async () => expect(await room.views(unread)).toHaveLength(2));
    const views = await room.views(unread);
    expect(views.map(({ referrer_host }) => referrer_host)).toEqual([null, '127.0.0.1'].map(() => null));
  });
});
