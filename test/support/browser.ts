import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The shell needs a third of the processor time of a whole browser. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);
const START = fileURLToPath(new URL('chromium.sh', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

interface Checked {
  violations: { id: string; nodes: { failureSummary: string }[] }[];
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** For a start and for each step: what takes a second takes half a minute beside ten other things. */
const PATIENCE_MS = 120_000;

/** A `describe` that is skipped where no Chromium is installed; CI installs it. Each spec has a `describe` of its own. */
export const inBrowser = (name: string, suite: () => void): void => (CHROMIUM ? describe : describe.skip)(name, suite);

export const startBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: START,
    env: { ...process.env, CHROMIUM },
    args: [...FLAGS, ...more],
    timeout: PATIENCE_MS,
  });

/** A browser that nobody has used. */
export async function openContext(browser: Browser, how?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(how);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Without transitions, so that what is looked at has its last colours. The context is closed with the browser. */
export async function openPage(browser: Browser, how: BrowserContextOptions = {}): Promise<Page> {
  return (await openContext(browser, { reducedMotion: 'reduce', ...how })).newPage();
}

/** What stands in the way of people with disabilities, and whether the page is wider than the window. */
export async function faultsOf(page: Page): Promise<string[]> {
  // The content policy of a page refuses a script element, but not what the browser itself evaluates.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Checked>('axe.run()');
  const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary }) => `${id}: ${failureSummary}`));
  return isWider ? [...found, 'wider than the window'] : found;
}

/** On a telephone and a desk, light and dark. `pictureName`: of pictures in the folder PICTURES, which people look at. */
export async function expectAccessible(page: Page, pictureName?: string): Promise<void> {
  const folder = process.env.PICTURES;
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (folder && pictureName)
        await page.screenshot({ path: `${folder}/${pictureName}-${size.width}-${colorScheme}.png`, fullPage: true });
      const { width } = size;
      expect({ width, colorScheme, faults: await faultsOf(page) }).toEqual({ width, colorScheme, faults: [] });
    }
  }
}
