import type { Browser, Locator, Page } from 'playwright-core';
import { expectAccessible, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { eventually } from '../../support/service.js';
import { BOX, CLIENT, pdf, SigningRoom, signatureOn } from './signing-room.js';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const PUBLIC = '/v1/apps/esignatures/public';
const FIELDS = [
  signatureOn(1),
  { ...BOX, document: 0, type: 'text', page: 1, y: 0.2, label: 'Company' },
  { ...BOX, document: 0, type: 'checkbox', page: 1, y: 0.4, label: 'A copy by post', required: false },
];

inBrowser('the pages of envelopes in a browser', () => {
  let room: SigningRoom;
  let browser: Browser;
  let page: Page;
  const refused: string[] = [];
  beforeAll(async () => {
    room = await SigningRoom.open();
    browser = await startBrowser();
    page = await openPage(browser, { userAgent: BROWSER });
    page.on('pageerror', ({ message }) => void refused.push(message));
  });
  afterAll(async () => {
    await browser?.close();
    await room?.stop();
  });

  async function expectUsable(pictureName?: string): Promise<void> {
    await expectAccessible(page, pictureName);
    expect(refused).toEqual([]);
  }

  const expectFocusOnTitle = () =>
    eventually(async () => expect(await page.evaluate('document.activeElement.id')).toBe('title'));

  const open = (token: string) => page.goto(`${room.service.url}${PUBLIC}/sign/${token}`, { waitUntil: 'load' });

  /** The browser shows it, and who comes back from reading finds a link that is new. */
  async function expectReadable(link: Locator): Promise<void> {
    const address = (await link.getAttribute('href')) as string;
    const { headers } = await fetch(address);
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([
      'application/pdf',
      'inline',
    ]);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await eventually(async () => expect(await link.getAttribute('href')).not.toBe(address));
  }

  it('a signer opens with a code and signs by keyboard', async () => {
    const signers = [{ ...CLIENT, access_code: 'blue river', fields: FIELDS }];
    const { envelope, tokens } = await room.sent({ title: '<b>Lease</b> & more', signers });
    await open(tokens[0] as string);
    await page.getByLabel('Access code').waitFor();
    await expectUsable('code');
    await page.keyboard.type('red river');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong access code').waitFor();
    await page.fill('#code', 'blue river');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '<b>Lease</b> & more' }).waitFor();
    await expectFocusOnTitle();
    const agreement = page.getByRole('link', { name: 'agreement.pdf (1 page)' });
    await agreement.waitFor();
    await expectUsable('signing');
    await page.fill('[data-field][maxlength]', 'Garden Ltd');
    await expectReadable(agreement);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.focus('#text');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Consent is required' }).waitFor();
    await expectUsable('refused');
    await page.focus('#consent');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('You have signed. Thank you.').waitFor();
    await expectFocusOnTitle();
    await expectUsable('signed');
    await room.service.jobsDone();
    await open(tokens[0] as string);
    await page.fill('#code', 'blue river');
    await page.keyboard.press('Enter');
    const final = page.getByRole('link', { name: 'Open the signed document' });
    await final.waitFor();
    const values = await room.rows(
      'SELECT value FROM ext_esignatures.fields WHERE envelope_id = $1 ORDER BY y',
      envelope.id,
    );
    expect(values.map(({ value }) => value)).toEqual(['Garden Ltd', 'true', 'Client']);
    expect((await room.bytes((await final.getAttribute('href')) as string)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('a signature is drawn with a pointer, and cleared', async () => {
    const { envelope, tokens } = await room.sent({ document_ids: [await room.document(await pdf(2))] });
    await open(tokens[0] as string);
    await page.getByLabel('Draw it').check();
    const pad = page.locator('#pad');
    await pad.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await pad.boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    const draw = async () => {
      await page.mouse.move(x + width * 0.2, y + height * 0.5);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.5, y + height * 0.2, { steps: 5 });
      await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 5 });
      await page.mouse.up();
    };
    await draw();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.check('#consent');
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Signature is required' }).waitFor();
    await draw();
    await expectUsable('drawn');
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('You have signed. Thank you.').waitFor();
    const [{ signature }] = await room.rows(
      'SELECT signature FROM ext_esignatures.signers WHERE envelope_id = $1',
      envelope.id,
    );
    expect(signature).toMatchObject({ kind: 'drawn', strokes: [expect.any(Array)] });
    await room.service.jobsDone();
  });

  it('a signer declines with a reason, and later visitors are told', async () => {
    const { tokens } = await room.sent();
    await open(tokens[0] as string);
    await page.getByText('Decline', { exact: true }).click();
    await page.getByLabel('Reason').fill('The rent is too high.');
    await expectUsable('declining');
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByText('Envelope was declined').waitFor();
    await expectUsable('declined');
  });

  it('the verification page compares a file in the browser', async () => {
    const { envelope, downloads } = await room.completed();
    await page.goto(envelope.verify_url, { waitUntil: 'load' });
    await expectUsable();
    const choose = (buffer: Buffer) =>
      page.setInputFiles('#file', { name: 'signed.pdf', mimeType: 'application/pdf', buffer });
    await choose(Buffer.from('another file'));
    await page.getByText('This is another file, or it was changed.').waitFor();
    await choose(await room.bytes(downloads.final));
    await page.getByText('This is the sealed file, without any change.').waitFor();
    await expectUsable('verified');
    await page.goto(`${room.service.url}${PUBLIC}/verify/${'x'.repeat(22)}`, { waitUntil: 'load' });
    await page.getByRole('heading', { name: 'Envelope not found' }).waitFor();
    await expectUsable();
  });
});
