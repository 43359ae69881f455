import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { faultsOf, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { type Account, eventually } from '../../support/service.js';
import { Room } from './archive-room.js';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

inBrowser('the page of a link in a browser', () => {
  let room: Room;
  let ann: Account;
  let browser: Browser;
  const failed: string[] = [];
  beforeAll(async () => {
    room = await Room.start();
    ann = await room.person();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await room?.stop();
  });
  beforeEach(() => void failed.splice(0));

  async function visit({ id }: { id: string }, wish: object = {}, how: BrowserContextOptions = {}): Promise<Page> {
    const { link } = await room.ask(ann, 'create-link', { item_id: id, ...wish });
    const page = await openPage(browser, how);
    page.on('console', (message) => void (message.type() === 'error' && failed.push(message.text())));
    await page.goto(link.url);
    return page;
  }
  async function expectReadable(page: Page, name: string): Promise<void> {
    expect(await faultsOf(page)).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
  }

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('can be read by everybody, %d pixels wide and %s', async (width, colorScheme) => {
    const how = { viewport: { width, height: 900 }, colorScheme };
    const name = `${width} ${colorScheme}`;
    const folder = await room.folder(ann, `Offers of ${name}, and ${'a-name-without-end-'.repeat(6)}`);
    await room.folder(ann, 'Drawings', folder.id);
    for (const one of ['Offer for ten bicycles.txt', `${'x'.repeat(90)}.txt`])
      await room.document(ann, { name: one, parent_id: folder.id });
    const page = await visit(folder, {}, how);
    await page.getByRole('button', { name: 'Offer for ten' }).waitFor();
    await expectReadable(page, `folder ${name}`);
    await page.getByRole('button', { name: 'Drawings' }).click();
    await page.getByText('This folder is empty').waitFor();
    await expectReadable(page, `empty ${name}`);
    await page.close();
    const locked = await visit(folder, { password: 'correct horse' }, how);
    await locked.getByLabel('Password').fill('wrong horse');
    await locked.getByRole('button', { name: 'Open' }).click();
    await locked.getByText('Wrong password').waitFor();
    await expectReadable(locked, `locked ${name}`);
    await locked.getByLabel('Password').fill('correct horse');
    await locked.keyboard.press('Enter');
    await locked.getByRole('button', { name: 'Download all' }).waitFor();
    expect(await locked.getByLabel('Password').isVisible()).toBe(false);
    await locked.close();
    const picture = await room.document(ann, { name: `p ${name}.png`, type: 'image/png', bytes: PICTURE });
    const shown = await visit(picture, {}, how);
    await shown.getByRole('button', { name: 'Preview' }).click();
    await shown.getByRole('img').waitFor();
    await expectReadable(shown, `picture ${name}`);
    await shown.close();
  });

  it('shows pictures, downloads, and stops where the limit is', async () => {
    const picture = await room.document(ann, { name: 'a.png', type: 'image/png', bytes: PICTURE });
    const page = await visit(picture, { max_downloads: 2 });
    await page.getByRole('button', { name: 'Preview' }).click();
    const drawn = page.getByRole('img', { name: 'a.png' });
    await drawn.waitFor();
    await eventually(async () =>
      expect(await page.evaluate('document.querySelector("#preview img").naturalWidth')).toBe(1),
    );
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('a.png');
    expect(failed).toEqual([]);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('Download limit reached').waitFor();
    await page.close();
  });

  it('runs nothing of the names in it', async () => {
    const folder = await room.folder(ann, '<img src=x onerror=alert(1)>');
    await room.document(ann, { name: '<svg onload=alert(2)>.txt', parent_id: folder.id });
    const page = await visit(folder);
    await page.getByRole('button', { name: '<svg onload=alert(2)>.txt' }).click();
    await page.getByRole('heading', { name: '<svg onload=alert(2)>.txt' }).waitFor();
    expect(await page.locator('#shared svg, #shared img').count()).toBe(0);
    expect(failed).toEqual([]);
    await page.close();
  });
});
