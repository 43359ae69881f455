import { createHash } from 'node:crypto';
import { DropAssetsJob } from '../../../src/apps/certificates/jobs/drop-assets.job.js';
import { ExpiryNoticeJob } from '../../../src/apps/certificates/jobs/expiry-notice.job.js';
import { RenderCertificateJob } from '../../../src/apps/certificates/jobs/render-certificate.job.js';
import { scanned } from '../qr/workshop.js';
import { lockedOut } from '../../social/people.js';
import { type Account, eventually } from '../../support/service.js';
import { Academy, isSound, pictureOf, reads, textOf, withPdfTools } from './academy.js';

let academy: Academy;
let ann: Account;
let bob: Account;
let template: { id: string };
beforeAll(async () => {
  academy = await Academy.start();
  [ann, bob] = [await academy.person(), await academy.person()];
  template = await academy.template(ann);
});
afterAll(() => academy.stop());

const row = async ({ id }: { id: string }) =>
  (await academy.rows('SELECT * FROM ext_certificates.certificates WHERE id = $1', id))[0];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('the PDF of a certificate', () => {
  withPdfTools('is sound, has its texts, its fonts and a code that leads to the proof', async () => {
    const { certificate } = await academy.issued(ann, template, { name: 'Žofia Ελένη Щукин' });
    const pdf = await academy.pdf(`${certificate.code}/certificate.pdf`);
    isSound(pdf);
    const text = textOf(pdf);
    for (const said of [
      'Žofia Ελένη Щукин',
      'Barista Basics',
      'Coffee School',
      certificate.code,
      certificate.content_hash,
    ])
      expect(text).toContain(said);
    expect(await scanned(pictureOf(pdf), 1200)).toBe(certificate.verify_url);
    const fonts = reads(pdf, 'pdffonts', '%').toString().trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/Identity-H\s+yes/);
  });

  withPdfTools.each([
    ['Arabic', 'محمد بن عبد الله'],
    ['Hebrew', 'שרה כהן'],
    ['Arabic beside Latin', 'Ali علي Bey'],
  ])('has a name in %s, from right to left', async (_, name) => {
    const { certificate } = await academy.issued(ann, template, { name });
    const pdf = await academy.pdf(`${certificate.code}/certificate.pdf`);
    isSound(pdf);
    // The marks of direction, and the places of blanks beside another script, are those of the program.
    expect(textOf(pdf).replace(/[\u202a-\u202e\s]/g, '')).toContain(name.replaceAll(' ', ''));
  });

  it('is stored once, is the same when it was lost, and another one after a correction', async () => {
    const { certificate } = await academy.issued(ann, template, { name: 'Zoe' });
    const address = `${certificate.code}/certificate.pdf`;
    await academy.run(RenderCertificateJob, { ids: [certificate.id] });
    const { pdf_key } = await row(certificate);
    expect(await academy.rows('SELECT expires_at FROM files.files WHERE id = $1', pdf_key)).toEqual([
      { expires_at: null },
    ]);
    const first = await academy.pdf(address);
    await academy.run(RenderCertificateJob, { ids: [certificate.id] });
    expect((await row(certificate)).pdf_key).toBe(pdf_key);
    await expectOneStored();
    await academy.rows('DELETE FROM files.files WHERE id = $1', pdf_key);
    expect(sha256(await academy.pdf(address))).toBe(sha256(first));
    expect((await row(certificate)).pdf_key === pdf_key).toBe(false);
    await expectOneStored();
    await academy.ask(ann, 'update-certificate', { certificate_id: certificate.id, name: 'Zoë', reason: 'Misspelt' });
    const corrected = await academy.pdf(address);
    expect(sha256(corrected) === sha256(first)).toBe(false);
    await expectOneStored();

    /** The queue may have drawn it at the same time; one of the two files is then released. */
    async function expectOneStored(): Promise<void> {
      await eventually(async () => {
        const files = await academy.rows(
          'SELECT FROM files.files WHERE name = $1',
          `certificate-${certificate.code}.pdf`,
        );
        expect(files).toHaveLength(1);
      });
    }
  });

  it('is given to both parties by a signed address, also if it is private', async () => {
    const { certificate } = await academy.issued(ann, template, { user_id: bob.id }, { visibility: 'private' });
    const address = `${certificate.code}/certificate.pdf`;
    expect((await academy.get(address)).status).toBe(404);
    for (const who of [ann, bob]) {
      const { pdf_url } = await academy.ask(who, 'get-certificate', { certificate_id: certificate.id });
      expect((await academy.pdf(pdf_url)).length).toBeGreaterThan(1_000);
      expect((await academy.get(pdf_url.replace('.pdf', 'x.pdf'))).status).toBe(404);
    }
    await academy.ask(ann, 'revoke-certificate', { certificate_id: certificate.id, reason: 'Error' });
    await academy.ask(bob, 'set-visibility', { certificate_id: certificate.id, visibility: 'unlisted' });
    const gone = await academy.get(address);
    expect([gone.status, await gone.json()]).toEqual([410, { error: 'Certificate revoked' }]);
  });
});

describe('the end of a certificate', () => {
  it('is told once, as many days before as the issuer says', async () => {
    const people = [await academy.person(), await academy.person(), await academy.person()];
    const timed = await academy.template(ann);
    await academy.issue(ann, timed, [
      { name: 'Soon', user_id: people[0]?.id, expires_on: inDays(29) },
      { name: 'Later', user_id: people[1]?.id, expires_on: inDays(40) },
      { name: 'Over', user_id: people[2]?.id, issued_on: '2020-01-01', expires_on: inDays(-1) },
      { name: 'Nobody', expires_on: inDays(5) },
    ]);
    // The job passes over rows that are being written, and tells of them on the next day.
    await academy.service.jobsDone();
    const told = () => Promise.all(people.map(async (who) => (await academy.notices(who, 'expiring')).length));
    await academy.run(ExpiryNoticeJob);
    await academy.run(ExpiryNoticeJob);
    expect(await told()).toEqual([1, 0, 0]);
    await academy.ask(ann, 'update-settings', { expiry_notice_days: 0 });
    await academy.rows('UPDATE ext_certificates.certificates SET expiry_noticed_at = NULL');
    await academy.run(ExpiryNoticeJob);
    expect(await told()).toEqual([1, 0, 0]);
    await academy.ask(ann, 'update-settings', { expiry_notice_days: 60 });
    await academy.run(ExpiryNoticeJob);
    expect(await told()).toEqual([2, 1, 0]);
  });
});

describe('an account that is deleted', () => {
  it('of an issuer leaves what was issued, which can be checked and printed', async () => {
    const ina = await academy.person();
    const own = await academy.template(ina);
    const { certificate, claim_url } = await academy.issued(ina, own, { name: 'Zoe' });
    const before = await academy.pdf(`${certificate.code}/certificate.pdf`);
    await ina.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    await academy.run(DropAssetsJob);
    expect(sha256(await academy.pdf(`${certificate.code}/certificate.pdf`))).toBe(sha256(before));
    const { body } = await academy.call(bob, 'verify-certificate', { code: certificate.code }).expect(200);
    expect([body.status, body.issuer.name]).toEqual(['valid', 'Coffee School']);
    await academy.call(bob, 'claim-certificate', { claim_token: claim_url.split('/').at(-1) }).expect(200);
  });

  it('of an issuer while a certificate is drawn: it is sent, and not kept', async () => {
    const ina = await academy.person();
    const { certificate } = await academy.issued(ina, await academy.template(ina), { name: 'Zoe' });
    await eventually(async () => expect((await row(certificate)).pdf_key).not.toBeNull());
    await academy.rows('UPDATE ext_certificates.certificates SET pdf_key = NULL WHERE id = $1', certificate.id);
    const path = `${certificate.code}/certificate.pdf`;
    const connection = await academy.service.database.connect();
    await connection.query('BEGIN');
    await connection.query('DELETE FROM account.users WHERE id = $1', [ina.id]);
    const asked = academy.pdf(path);
    await lockedOut(academy.service);
    await connection.query('COMMIT');
    connection.release();
    expect(sha256(await asked)).toBe(sha256(await academy.pdf(path)));
    expect((await row(certificate)).pdf_key).toBeNull();
  });

  it('of a recipient takes the certificates along', async () => {
    const jon = await academy.person();
    const { certificate } = await academy.issued(ann, template, { user_id: jon.id });
    await academy.pdf(`${certificate.code}/certificate.pdf`);
    await jon.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect(await row(certificate)).toBeUndefined();
    const { body } = await academy.call(bob, 'verify-certificate', { code: certificate.code });
    expect(body).toEqual({ error: 'Certificate not found' });
    // The job may draw the same certificate meanwhile: it deletes its file when it finds no row to enter it in.
    await eventually(async () =>
      expect(
        await academy.rows('SELECT id FROM files.files WHERE name = $1', `certificate-${certificate.code}.pdf`),
      ).toEqual([]),
    );
  });
});
