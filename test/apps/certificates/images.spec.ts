import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { DropAssetsJob } from '../../../src/apps/certificates/jobs/drop-assets.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { waitingFor } from '../../support/lock-waits.js';
import { type Account, eventually } from '../../support/service.js';
import { Academy } from './academy.js';

let academy: Academy;
let ann: Account;
beforeAll(async () => {
  academy = await Academy.start();
  ann = await academy.person();
});
afterAll(() => academy.stop());

const picture = (width: number, height = width, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#2266aa' } })
    .toFormat(format)
    .toBuffer();
/** A small file with another size in its header. */
async function hugePicture(): Promise<Buffer> {
  const bytes = await picture(10);
  const header = bytes.subarray(12, 29);
  header.writeUInt32BE(100_000, 4);
  header.writeUInt32BE(100_000, 8);
  bytes.writeUInt32BE(crc32(header), 29);
  return bytes;
}
const put = async (url: string, bytes: Buffer) => {
  expect((await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200);
};
const image = (slot: string, size_bytes: number, content_type = 'image/png') => ({ slot, content_type, size_bytes });

/** A template whose image has arrived and was not used yet. */
async function uploaded(): Promise<{ issue: object }> {
  const bytes = await picture(300);
  const { template, uploads } = await academy.make(ann, { images: [image('logo', bytes.length)] });
  await put(uploads[0].upload_url, bytes);
  return { issue: { template_id: template.id, recipients: [{ name: 'Zoë' }] } };
}

describe('an image', () => {
  it('is uploaded, encoded anew at its first use, and printed', async () => {
    const bytes = await picture(300);
    const { template, uploads, preview_url } = await academy.make(ann, { images: [image('logo', bytes.length)] });
    const issue = { template_id: template.id, recipients: [{ name: 'Zoë' }] };
    await academy.expectRefused(ann, 'issue-certificates', issue, 409, 'Image is not uploaded');
    const before = (await academy.pdf(preview_url)).length;
    await put(uploads[0].upload_url, bytes);
    await academy.ask(ann, 'issue-certificates', issue);
    expect((await academy.pdf(preview_url)).length).toBeGreaterThan(before + 300);
    const [asset] = await academy.rows(
      'SELECT * FROM ext_certificates.assets WHERE owner_id = $1 AND sha256 IS NOT NULL',
      ann.id,
    );
    expect(asset).toMatchObject({ status: 'ready', content_type: 'image/jpeg' });
    const { templates } = await academy.ask(ann, 'list-templates', { limit: 1 });
    expect(templates[0].images).toEqual([{ slot: 'logo', content_type: 'image/jpeg', status: 'ready' }]);
    const { template: without } = await academy.ask(ann, 'update-template', {
      template_id: template.id,
      remove_images: ['logo'],
    });
    expect(without.images).toEqual([]);
  });

  it('that twenty calls use first is encoded for all of them', async () => {
    const { issue } = await uploaded();
    const answers = await atOnce(20, () => academy.call(ann, 'issue-certificates', issue));
    expect(tally(answers)).toEqual({ 200: 20 });
  });

  it('is there for a call that looks for the upload when another one has just encoded it', async () => {
    const { issue } = await uploaded();
    await academy.ask(ann, 'issue-certificates', issue);
    // The jobs that draw would wait for the files as well.
    await academy.endDrawing();
    const newest = 'SELECT id, storage_key FROM ext_certificates.assets WHERE owner_id = $1 ORDER BY id DESC LIMIT 1';
    const [asset] = await academy.rows(newest, ann.id);
    const become = `UPDATE ext_certificates.assets SET status = $2, storage_key = $3 WHERE id = $1`;
    await academy.rows(become, asset.id, 'awaiting', ann.id);
    const locking = await academy.service.database.connect();
    await locking.query('BEGIN');
    await locking.query('LOCK TABLE files.files');
    const answered = academy.ask(ann, 'issue-certificates', issue);
    await eventually(async () => expect(await academy.rows(waitingFor('files.files'))).not.toEqual([]));
    await locking.query(become, [asset.id, 'ready', asset.storage_key]);
    await locking.query('COMMIT');
    locking.release();
    expect((await answered).issued).toHaveLength(1);
  });

  it('that comes after a course has issued a certificate is printed on it, too', async () => {
    const bytes = await picture(300);
    const { template, uploads } = await academy.make(ann, { images: [image('logo', bytes.length)] });
    await ann.client.patch('/v1/users/me', { first_name: 'Ann' }).expect(200);
    const award = { owner_id: ann.id, template_id: template.id, user_id: ann.id, course_id: template.id };
    await academy.within((certificates) => certificates.issue({ ...award, title: 'Course', external_ref: 'x' }));
    const { certificates } = await academy.ask(ann, 'list-certificates', { template_id: template.id });
    const address = `${certificates[0].code}/certificate.pdf`;
    const before = (await academy.pdf(address)).length;
    await put(uploads[0].upload_url, bytes);
    expect((await academy.pdf(address)).length).toBeGreaterThan(before + 300);
  });

  it.each([
    ['another type than it says', () => picture(10, 10, 'jpeg')],
    ['more than 5,000 pixels on a side', () => picture(5001, 1)],
    ['10 billion pixels that it claims to have', hugePicture],
    ['no image', () => Promise.resolve(Buffer.from('<svg onload="alert(1)"/>'))],
  ])('of %s is rejected', async (_, made) => {
    const bytes = await made();
    const { template, uploads } = await academy.make(ann, { images: [image('background', bytes.length)] });
    await put(uploads[0].upload_url, bytes);
    const issue = { template_id: template.id, recipients: [{ name: 'Zoë' }] };
    await academy.expectRefused(ann, 'issue-certificates', issue, 400, 'Image is not valid');
    await academy.expectRefused(ann, 'issue-certificates', issue, 400, 'Image is not valid');
  });

  it('that does not arrive in a day is dropped, and one that arrived stays', async () => {
    const bytes = await picture(20);
    const images = [image('logo', bytes.length), image('signature', bytes.length)];
    const { template, uploads } = await academy.make(ann, { images });
    await put(uploads[1].upload_url, bytes);
    const mine = () =>
      academy.rows(
        `SELECT a.id, i.key FROM ext_certificates.template_versions v, jsonb_each_text(v.images) i
         JOIN ext_certificates.assets a ON a.id = i.value::uuid WHERE v.template_id = $1`,
        template.id,
      );
    await academy.rows(`UPDATE ext_certificates.assets SET created_at = now() - interval '25 hours'`);
    await academy.rows(
      `INSERT INTO ext_certificates.assets (owner_id, storage_key, content_type, size_bytes, status, created_at)
       VALUES ($1, gen_random_uuid()::text, 'image/png', 9, 'ready', now() - interval '25 hours')`,
      ann.id,
    );
    await academy.run(DropAssetsJob);
    expect((await mine()).map(({ key }) => key)).toEqual(['signature']);
    expect(await academy.rows('SELECT id FROM ext_certificates.assets WHERE size_bytes = 9')).toEqual([]);
  });
});
