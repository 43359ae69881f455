import type { Browser, Page } from 'playwright-core';
import { expectAccessible, inBrowser, openPage, startBrowser } from '../../support/browser.js';
import { Desk, inDays, PDF, PROGRAM } from './desk.js';

const CHECKLIST = [
  { title: 'Bank statement', description: 'All pages of May', allowed_extensions: ['pdf'], min_files: 2 },
  { title: 'Other receipts', required: false },
];
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF });

inBrowser('the upload page in a browser', () => {
  let desk: Desk;
  let browser: Browser;
  let page: Page;
  const refused: string[] = [];
  beforeAll(async () => {
    desk = await Desk.open();
    browser = await startBrowser();
  });
  beforeEach(async () => {
    page = await openPage(browser);
    refused.length = 0;
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security')) refused.push(message.text());
    });
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  const open = (path: string) => page.goto(`${desk.service.url}/v1/apps/filerequests/public/${path}`);
  const choose = (item: string, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.getByLabel(`Choose files: ${item}`).setInputFiles(files);

  it('takes files by the general link, shows the receipt, and shows them again', async () => {
    const { id, code } = await desk.request({
      items: CHECKLIST,
      instructions: 'Please send all of May.\nPDF, not photos.',
      closes_at: inDays(5),
    });
    await open(`r/${code}`);
    await page.getByText('Please send all of May.').waitFor();
    await expectAccessible(page, 'empty');
    await choose('Bank statement', pdf('may-1.pdf'));
    expect(await desk.rows('SELECT FROM ext_filerequests.files WHERE request_id = $1', [id])).toEqual([]);
    await page.getByLabel('Your name').fill('Client One');
    await choose(
      'Bank statement',
      pdf('may-1.pdf'),
      pdf('may-2.pdf'),
      pdf('may-3.pdf'),
      pdf('may-4.pdf'),
      pdf('may-5.pdf'),
    );
    await page.getByText('received').nth(4).waitFor();
    await choose(
      'Other receipts',
      { ...pdf('program.pdf'), buffer: PROGRAM },
      { ...pdf('setup.exe'), buffer: PROGRAM },
    );
    await page.getByText('Content does not match the file type').waitFor();
    await expectAccessible(page, 'filled');
    await page.getByRole('button', { name: 'Remove may-5.pdf' }).press('Enter');
    await page.getByText('may-5.pdf is removed.').waitFor();
    await page.getByLabel('Note (optional)').fill('The rest follows.');
    await page.getByRole('button', { name: 'Submit files' }).click();
    await page.getByText('Thank you. Your files have been submitted.').waitFor();
    await expectAccessible(page, 'submitted');
    const address = await page.locator('#return').getAttribute('href');
    expect(address).toContain(`/public/r/${code}#receipt=`);
    const rows = await desk.rows(
      `SELECT count(*)::int AS n FROM ext_filerequests.submissions WHERE request_id = $1 AND status = 'submitted' AND note = 'The rest follows.'`,
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    await page.reload();
    await page.getByText('may-4.pdf').waitFor();
    const there = await openPage(browser);
    await there.goto(address as string);
    await there.getByText('may-1.pdf').waitFor();
    await there.close();
    expect(refused).toEqual([]);
    await desk.expectPlaces(id);
  });

  it('asks for the password, and is used by keyboard alone', async () => {
    const { code } = await desk.request({ password: 'correct horse' });
    await open(`r/${code}`);
    await page.getByText('This request has a password.').waitFor();
    await expectAccessible(page, 'password');
    await page.keyboard.type('wrong horse');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong password').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').waitFor();
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Anna');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('file');
  });

  it('knows the recipient of a personal link, and shows what the owner asks to change', async () => {
    const { id } = await desk.request();
    const invited = await desk.ask('invite-recipients', { request_id: id, recipients: [{ name: 'Anna' }] }).expect(200);
    const token = invited.body.recipients[0].url.split('/').at(-1);
    const { file } = await desk.send({ token });
    const { body } = await desk.submit({ token }).expect(200);
    await desk
      .ask('review-submission', {
        submission_id: body.submission.id,
        decision: 'request_changes',
        message: 'Page 2 is missing',
        rejected_files: [{ file_id: file.id, reason: 'Blurred' }],
      })
      .expect(200);
    await open(`p/${token}`);
    await page.getByText('Page 2 is missing').waitFor();
    await page.getByText('Blurred').waitFor();
    await expectAccessible(page, 'changes');
    expect(await page.locator('#receipt').isHidden()).toBe(true);
  });

  it('says that there is no such request, or that it is over', async () => {
    await open(`r/${'x'.repeat(22)}`);
    await page.getByText('Request not found').waitFor();
    const { id, code } = await desk.request();
    await desk.ask('update-request', { request_id: id, status: 'closed' }).expect(200);
    await open(`r/${code}`);
    await page.getByText('Request is closed').waitFor();
    await expectAccessible(page, 'closed');
  });
});

describe('the pages', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.stop());

  it.each(['r/abc', 'p/abc'])('at %s are stored and shown to nobody else, and run no inline script', async (path) => {
    const answer = await fetch(`${desk.service.url}/v1/apps/filerequests/public/${path}`);
    const header = (name: string) => answer.headers.get(name);
    expect([answer.status, header('cache-control'), header('referrer-policy'), header('x-robots-tag')]).toEqual([
      200,
      'no-store',
      'no-referrer',
      'noindex',
    ]);
    expect(header('content-security-policy')).toContain("script-src 'self';");
    expect(await answer.text()).not.toMatch(/<script(?! type="module" src)|style=|onclick/);
  });

  it('have nothing below them', async () => {
    for (const path of ['r', 'r/', 'r/a/b', 'x'])
      expect((await fetch(`${desk.service.url}/v1/apps/filerequests/public/${path}`)).status).toBe(404);
  });
});
