import fc from 'fast-check';
import { folderName, isAllowedName, storedName } from '../../../src/apps/filerequests/uploads/file-names.js';
import { fitsName } from '../../../src/apps/filerequests/uploads/content-types.js';
import { prefixOf } from '../../../src/apps/filerequests/uploads/uploading.policy.js';
import { Desk, inDays, PDF } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const NONE = {
  open_requests: 0,
  requests: 0,
  submissions: 0,
  accepted: 0,
  late: 0,
  files_received: 0,
  bytes_received: 0,
  to_review: 0,
  response_rate: null,
  median_hours_to_submit: null,
};
const stats = async (input: object = {}) => (await desk.ask('stats', input).expect(200)).body.stats;

describe('the figures of an owner', () => {
  it('are nothing at first, and count what comes in', async () => {
    expect(await stats()).toEqual(NONE);
    const { id, code } = await desk.request({ closes_at: inDays(1), allow_late: true });
    const { body } = await desk.ask('invite-recipients', {
      request_id: id,
      recipients: [{ name: 'A' }, { name: 'B' }],
    });
    const token = body.recipients[0].url.split('/').at(-1);
    await desk.rows(
      `WITH late AS (UPDATE ext_filerequests.requests SET closes_at = now() WHERE id = $1)
       UPDATE ext_filerequests.recipients SET created_at = now() - interval '6 hours' WHERE request_id = $1`,
      [id],
    );
    await desk.send({ token });
    const { body: sent } = await desk.submit({ token }).expect(200);
    await desk.ask('review-submission', { submission_id: sent.submission.id, decision: 'accept' }).expect(200);
    await desk.submitted(code);
    await desk.send({ code, uploader_name: 'Draft' });
    const expected = {
      open_requests: 1,
      requests: 1,
      submissions: 2,
      accepted: 1,
      late: 2,
      files_received: 2,
      bytes_received: 2 * PDF.length,
      to_review: 1,
    };
    const invitedOn = (
      await desk.rows(
        'SELECT (min(created_at) AT TIME ZONE $$UTC$$)::date::text AS day FROM ext_filerequests.recipients',
      )
    )[0].day;
    const figures = await stats({ from: invitedOn });
    expect(figures).toEqual({ ...expected, response_rate: 0.5, median_hours_to_submit: 6 });
    expect(await stats({ from: '2020-01-01', to: '2020-01-31' })).toEqual({ ...NONE, open_requests: 1, to_review: 1 });
  });
});

describe('the export', () => {
  it('has what the owner and what the uploader has, without hashes', async () => {
    const uploader = await desk.service.account();
    await desk.install(uploader);
    const { id, code } = await desk.request({ password: 'correct horse', items: [{ title: 'A' }] });
    await desk.ask('invite-recipients', { request_id: id, recipients: [{ name: 'A' }] }).expect(200);
    const { items } = (await desk.ask('get-request', { request_id: id })).body;
    await desk.send(
      { code, password: 'correct horse', uploader_name: 'U' },
      PDF,
      { item_id: items[0].id },
      uploader.client,
    );
    const own = JSON.stringify((await desk.ask('export').expect(200)).body);
    for (const part of ['"title":"A"', code, '"uploader_name":"U"', 'may.pdf']) expect(own).toContain(part);
    const { body } = await desk.ask('export', {}, uploader.client).expect(200);
    const theirs = JSON.stringify(body);
    expect(theirs).toContain('"uploader_name":"U"');
    expect(theirs).not.toContain(code);
    for (const text of [own, theirs]) expect(text).not.toMatch(/_hash|upload_id|version_id/);
  });
});

describe('a deleted account', () => {
  it('takes its requests with it, and leaves what it has sent to others without its id', async () => {
    const [owner, uploader] = [await desk.service.account(), await desk.service.account()];
    await desk.install(owner);
    const { body } = await desk.ask('create-request', { title: 'A' }, owner.client).expect(200);
    await desk.send({ code: body.request.code, uploader_name: 'U' }, PDF, {}, uploader.client);
    await desk.rows('DELETE FROM account.users WHERE id = $1', [uploader.id]);
    const left = await desk.rows(
      'SELECT user_id, uploader_name FROM ext_filerequests.submissions WHERE request_id = $1',
      [body.request.id],
    );
    expect(left).toEqual([{ user_id: null, uploader_name: 'U' }]);
    await desk.rows('DELETE FROM account.users WHERE id = $1', [owner.id]);
    expect(await desk.rows('SELECT FROM ext_filerequests.files WHERE request_id = $1', [body.request.id])).toEqual([]);
  });
});

describe('names', () => {
  it('never leave their folder, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (name, uploader) => {
          for (const stored of [
            storedName(name, uploader, true),
            storedName(name, uploader, false),
            folderName(uploader),
          ]) {
            expect(stored).not.toMatch(/[/\\\p{Cc}]/u);
            expect([...stored].length).toBeLessThanOrEqual(255);
            expect(stored).not.toMatch(/^\.*$/);
          }
        },
      ),
    );
  });

  it('are allowed by their last extension', () => {
    const blocked = ['exe', '.BAT'];
    const isAllowed = (name: string, allowed: string[] = []) => isAllowedName(name, allowed, blocked);
    expect(['a.pdf', 'a', 'exe', 'a.exe.pdf'].map((name) => isAllowed(name))).toEqual([true, true, true, true]);
    expect(['a.EXE', 'a.pdf.exe', 'a.exe.', 'a.bat '].map((name) => isAllowed(name))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([isAllowed('a.exe', ['exe']), isAllowed('a.pdf', ['exe']), isAllowed('a', ['exe'])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each<[name: string, found: string | undefined, fits: boolean]>([
    ['a.docx', 'zip', true],
    ['a.docx', 'docx', true],
    ['a.docx', 'jar', false],
    ['a.pdf', 'zip', false],
    ['a.jpeg', 'jpg', true],
    ['a.doc', 'cfb', true],
    ['a.txt', undefined, true],
    ['a.txt', 'zip', false],
    ['a.csv', 'exe', false],
    ['a.psd', undefined, false],
    ['a.dat', 'png', true],
    ['a.dat', 'elf', false],
    ['a.exe', 'exe', true],
    ['a.svg', 'xml', true],
    ['a', undefined, true],
  ])('%s with the content %s: %s', (name, found, fits) => expect(fitsName(name, found)).toBe(fits));

  it('of networks are short', () => {
    expect(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::3', ''].map(prefixOf)).toEqual([
      '203.0.113.0/24',
      '203.0.113.0/24',
      '2001:db8:1::/48',
      '0:0:0::/48',
    ]);
  });
});
