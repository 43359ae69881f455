import { createHash, randomUUID } from 'node:crypto';
import { ExpireUploadsJob } from '../../../src/apps/documents/jobs/expire-uploads.job.js';
import { PruneVersionsJob } from '../../../src/apps/documents/jobs/prune-versions.job.js';
import { ReconcileUsageJob } from '../../../src/apps/documents/jobs/reconcile-usage.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

const MIB = 1024 * 1024;

let room: Room;
let ann: Account;
beforeAll(async () => {
  room = await Room.start({ DOCUMENTS_QUOTA_MIB: '2', DOCUMENTS_MAX_FILE_MIB: '1' });
  ann = await room.person();
});
afterAll(() => room.stop());

const start = (more: object) => ({ name: 'a.txt', content_type: 'text/plain', size_bytes: 5, ...more });

describe('an upload', () => {
  it('becomes a document with the bytes that were sent', async () => {
    const sha256 = createHash('sha256').update('hello').digest('hex');
    const upload = await room.upload(ann, { name: 'offer.txt', more: { sha256: sha256.toUpperCase() } });
    expect(upload).toMatchObject({ method: 'PUT', headers: { 'content-type': 'text/plain' } });
    const done = { upload_id: upload.id, note: 'the first' };
    const { document, version } = await room.ask(ann, 'complete-upload', done);
    expect(document).toMatchObject({ name: 'offer.txt', version_number: 1, size_bytes: 5, content_type: 'text/plain' });
    expect(version).toMatchObject({ number: 1, text_status: 'pending', sha256, note: 'the first' });
    const again = await room.ask(ann, 'complete-upload', done);
    expect([again.document.id, again.version.id]).toEqual([document.id, version.id]);
    expect(await room.usage(ann)).toEqual({ used: 5, reserved: 0 });
    const { url, filename } = await room.ask(ann, 'download-document', { document_id: document.id, inline: true });
    expect(filename).toBe('offer.txt');
    const sent = await room.open(url);
    expect(await sent.text()).toBe('hello');
    expect(sent.headers.get('content-disposition')).toMatch(/^inline/);
  });

  it('may be empty', async () => {
    expect(await room.document(ann, { name: 'empty.txt', bytes: '' })).toMatchObject({ size_bytes: 0 });
  });

  it('is known by its content, and only by what it is said to be where that shows nothing', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const types = [
      [{ name: 'a.png', type: 'image/png', bytes: page }, 'application/octet-stream'],
      [{ name: 'b.html', type: 'text/html', bytes: page }, 'text/html'],
      [{ name: 'c.json', type: 'application/json', bytes: '{"a":1}' }, 'application/json'],
      [{ name: 'd.dwg', type: 'image/vnd.dwg', bytes: Buffer.from([0, 1, 2, 255]) }, 'image/vnd.dwg'],
      [{ name: 'e.pdf', type: 'text/plain', bytes: '%PDF-1.4\n%âãÏÓ\n' }, 'application/pdf'],
    ] as const;
    for (const [file, type] of types) {
      const document = await room.document(ann, file);
      expect([file.name, document.content_type]).toEqual([file.name, type]);
      const { url } = await room.ask(ann, 'download-document', { document_id: document.id, inline: true });
      const { headers } = await room.open(url);
      const kind = type === 'application/pdf' ? /^inline/ : /^attachment/;
      expect(headers.get('content-disposition')).toMatch(kind);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is refused with the words of its fault', async () => {
    const refused = (more: object, status: number, error: string) =>
      room.refused(ann, 'start-upload', start(more), status, error);
    await refused({ size_bytes: MIB + 1 }, 400, 'File is too large');
    for (const more of [{ name: 'run.EXE' }, { name: 'run.jar. ' }, { content_type: 'nonsense' }])
      await refused(more, 400, 'File type not allowed');
    await refused({ parent_id: randomUUID() }, 404, 'Folder not found');
    await refused({ document_id: randomUUID(), base_version: 1 }, 404, 'Document not found');
    const document = await room.document(ann, { name: 'taken.txt' });
    await refused({ name: 'TAKEN.txt', on_conflict: 'fail' }, 409, 'Name already taken');
    await refused({ document_id: document.id, base_version: 0 }, 409, 'Document has a newer version');
    for (const more of [{ document_id: document.id }, { base_version: 1 }])
      await room.call(ann, 'start-upload', start(more)).expect(400);
    await room.rows('UPDATE ext_documents.items SET protected = true WHERE id = $1', document.id);
    await refused({ document_id: document.id, base_version: 1 }, 409, 'Document is protected');
    const rename = { document_id: document.id, name: 'virus.exe' };
    await room.refused(ann, 'update-document', rename, 400, 'File type not allowed');
    await room.ask(ann, 'update-document', { document_id: document.id, name: 'renamed.txt' });
  });

  it('is not completed before, with other bytes, or too late', async () => {
    const { upload } = await room.ask(ann, 'start-upload', start({ sha256: 'a'.repeat(64) }));
    const done = { upload_id: upload.id };
    await room.refused(ann, 'complete-upload', done, 409, 'Upload is not complete');
    await room.put(upload, 'hello');
    await room.refused(ann, 'complete-upload', done, 400, 'Uploaded file does not match');
    const other = await room.person();
    await room.refused(other, 'complete-upload', done, 403, 'Forbidden');
    await room.rows(`UPDATE ext_documents.uploads SET expires_at = now() - interval '1 s' WHERE id = $1`, upload.id);
    await room.refused(ann, 'complete-upload', done, 409, 'Upload has expired');
    const before = await room.usage(ann);
    await room.run(ExpireUploadsJob);
    await room.run(ExpireUploadsJob);
    expect(await room.usage(ann)).toEqual({ used: before.used, reserved: before.reserved - 5 });
    await room.refused(ann, 'complete-upload', done, 409, 'Upload has expired');
  });

  it('that an administrator completes lies in the tree of who began it', async () => {
    const { id } = await room.upload(ann, { name: 'begun.txt' });
    const before = await room.usage(ann);
    const admin = await room.service.admin();
    const { document } = await room.ask(admin, 'complete-upload', { upload_id: id });
    expect(document).toMatchObject({ owner_id: ann.id, name: 'begun.txt' });
    expect(await room.usage(ann)).toEqual({ used: before.used + 5, reserved: before.reserved - 5 });
  });

  it('gets another name, adds a version or is refused if its name is taken', async () => {
    const { id: parent_id } = await room.folder(ann, 'Conflicts');
    const first = await room.document(ann, { name: 'Report.pdf', parent_id });
    const second = await room.document(ann, { name: 'report.pdf', parent_id });
    expect([second.name, second.version_number]).toEqual(['report (2).pdf', 1]);
    const third = await room.document(ann, { name: 'report.PDF', parent_id, more: { on_conflict: 'version' } });
    expect(third).toMatchObject({ id: first.id, name: 'Report.pdf', version_number: 2 });
    await room.ask(ann, 'update-settings', { on_conflict: 'fail' });
    await room.refused(ann, 'start-upload', start({ name: 'report.pdf', parent_id }), 409, 'Name already taken');
    await room.ask(ann, 'update-settings', { on_conflict: 'rename' });
    const long = 'x'.repeat(251) + '.txt';
    await room.document(ann, { name: long, parent_id });
    expect((await room.document(ann, { name: long, parent_id })).name).toBe(`${'x'.repeat(247)} (2).txt`);
  });
});

describe('versions', () => {
  it('are numbered, restored and never lost', async () => {
    const first = await room.document(ann, { name: 'v.txt', bytes: 'one' });
    const second = await room.version(ann, first, 'two');
    expect(second).toMatchObject({ id: first.id, version_number: 2 });
    const restore = { document_id: first.id, version: 1, base_version: 2 };
    const { document, version } = await room.ask(ann, 'restore-version', restore);
    expect([document.version_number, version.number, document.size_bytes]).toEqual([3, 3, 3]);
    await room.refused(ann, 'restore-version', restore, 409, 'Document has a newer version');
    await room.refused(ann, 'restore-version', { ...restore, version: 9, base_version: 3 }, 404, 'Version not found');
    const { versions } = await room.ask(ann, 'list-versions', { document_id: first.id, limit: 2 });
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
    const old = await room.ask(ann, 'download-document', { document_id: first.id, version: 2 });
    expect(await room.text(old.url)).toBe('two');
    const missing = { document_id: first.id, version: 7 };
    await room.refused(ann, 'download-document', missing, 404, 'Version not found');
  });

  it('of twenty that continue the same one, one is added', async () => {
    const document = await room.document(ann, { name: 'race.txt' });
    const more = { document_id: document.id, base_version: 1 };
    const uploads = await Promise.all(Array.from({ length: 20 }, () => room.upload(ann, { bytes: 'x', more })));
    const done = await atOnce(20, (n) => room.call(ann, 'complete-upload', { upload_id: uploads[n].id }));
    expect(tally(done)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(done)).toEqual([{ error: 'Document has a newer version' }]);
    await room.rows(`UPDATE ext_documents.uploads SET expires_at = now() - interval '1 s' WHERE status = 'open'`);
    await room.run(ExpireUploadsJob);
    expect((await room.usage(ann)).reserved).toBe(0);
  });

  it('beyond the limit are pruned, but not those that are held', async () => {
    let document = await room.document(ann, { name: 'pruned.txt', bytes: '1' });
    for (const bytes of ['2', '3', '4']) document = await room.version(ann, document, bytes);
    const numbers = async () =>
      (await room.ask(ann, 'list-versions', { document_id: document.id })).versions.map((v: any) => v.number);
    await room.rows(
      `INSERT INTO ext_documents.holds (item_id, version_id, app_slug, reference_id)
       SELECT item_id, id, 'esignatures', gen_random_uuid() FROM ext_documents.versions WHERE item_id = $1 AND number = 1`,
      document.id,
    );
    const before = await room.usage(ann);
    await room.ask(ann, 'update-settings', { max_versions: 2 });
    // The job passes over versions whose words are being written, and prunes them on the next day.
    await room.service.jobsDone();
    await room.run(PruneVersionsJob);
    await room.run(PruneVersionsJob);
    expect(await numbers()).toEqual([4, 3, 1]);
    expect((await room.usage(ann)).used).toBeLessThan(before.used);
    await room.ask(ann, 'update-settings', { max_versions: 50 });
  });
});

describe('the quota', () => {
  it('holds when twenty uploads begin at once', async () => {
    const bob = await room.person();
    const begun = await atOnce(20, () => room.call(bob, 'start-upload', start({ size_bytes: MIB / 2 })));
    expect(tally(begun)).toEqual({ 200: 4, 409: 16 });
    expect(refusals(begun)).toEqual([{ error: 'Storage quota exceeded' }]);
    expect(await room.usage(bob)).toEqual({ used: 0, reserved: 2 * MIB });
  });

  it('counts every version and every copy, and is counted again', async () => {
    const eve = await room.person();
    const bytes = Buffer.alloc(MIB, 1);
    const document = await room.document(eve, { name: 'big.bin', type: 'application/x-big', bytes });
    const { document: copy } = await room.ask(eve, 'copy-document', { document_id: document.id });
    expect(copy.name).toBe('big (2).bin');
    const { events } = await room.ask(eve, 'list-events', { item_id: copy.id });
    expect(events).toMatchObject([{ event: 'uploaded', actor_user_id: eve.id }]);
    expect(await room.usage(eve)).toEqual({ used: 2 * MIB, reserved: 0 });
    await room.refused(eve, 'copy-document', { document_id: document.id }, 409, 'Storage quota exceeded');
    const restore = { document_id: document.id, version: 1, base_version: 1 };
    await room.refused(eve, 'restore-version', restore, 409, 'Storage quota exceeded');
    const [{ blobs }] = await room.rows(
      'SELECT count(DISTINCT blob_id)::int AS blobs FROM ext_documents.versions WHERE owner_id = $1',
      eve.id,
    );
    expect(blobs).toBe(1);
    await room.rows('UPDATE ext_documents.usage SET used_bytes = 7, reserved_bytes = 7 WHERE owner_id = $1', eve.id);
    await room.run(ReconcileUsageJob);
    expect(await room.usage(eve)).toEqual({ used: 2 * MIB, reserved: 0 });
    const { stats } = await room.ask(eve, 'stats');
    expect(stats).toMatchObject({ documents: 2, folders: 0, used_bytes: 2 * MIB, quota_bytes: 2 * MIB, uploads: 2 });
  });
});
