import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppDocumentsService } from '../../../src/apps/contracts/app-documents.service.js';
import type { DocumentsService } from '../../../src/apps/contracts/documents.js';
import { PurgeFilesJob } from '../../../src/files/purge-files.job.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { FakeS3 } from '../../support/fake-s3.js';
import type { Account } from '../../support/service.js';
import { Room } from './archive-room.js';

const source = () => ({ source_app: 'esignatures', source_id: randomUUID() });

describe.each(['disk', 's3'])('what other apps do with documents, on %s', (kind) => {
  let room: Room;
  let store: FakeS3 | undefined;
  let ann: Account;
  let documents: DocumentsService;
  beforeAll(async () => {
    if (kind === 's3') store = await FakeS3.start();
    room = store ? await Room.own(store.variables) : await Room.start();
    ann = await room.person();
    documents = room.service.app.get(AppDocumentsService, { strict: false }).service;
  });
  afterAll(async () => {
    await room.stop();
    await store?.stop();
  });
  const made = (more: object = {}) =>
    documents.createDocument({
      owner_id: ann.id,
      name: 'signed.pdf',
      content_type: 'application/pdf',
      body: Buffer.from('%PDF-1.4 signed'),
      ...source(),
      ...more,
    });

  it('makes documents, reads them and signs their addresses', async () => {
    const folder = await documents.ensureFolder(ann.id, ['Evidence', '2026']);
    expect(await documents.ensureFolder(ann.id, ['evidence', '2026'])).toMatchObject({ id: folder.id });
    expect(await documents.getFolder(ann.id, folder.id)).toEqual({ id: folder.id, name: '2026', role: 'owner' });
    const document = await made({ folder_id: folder.id, protected: true });
    const again = await made({ folder_id: folder.id, body: Readable.from([Buffer.from('%PDF-1.4 2')]) });
    expect([document.name, again.name]).toEqual(['signed.pdf', 'signed (2).pdf']);
    expect(document).toMatchObject({ version: 1, size_bytes: 15, role: 'owner', owner_id: ann.id });
    const pieces = await (await documents.readVersion(document.version_id)).toArray();
    expect(Buffer.concat(pieces as Buffer[]).toString()).toBe('%PDF-1.4 signed');
    const url = await documents.signedUrl(document.version_id, { filename: 'x.pdf', inline: true, ttl_seconds: 60 });
    const sent = await room.open(url);
    expect(sent.status).toBe(kind === 's3' ? 302 : 200);
    const version = {
      document_id: document.id,
      base_version: 1,
      name: 'x.pdf',
      size_bytes: 1,
      content_type: 'text/plain',
    };
    await room.refused(ann, 'start-upload', version, 409, 'Document is protected');
    await room.ask(ann, 'update-document', { document_id: document.id, name: 'moved.pdf', parent_id: null });
    const other = await room.person();
    expect(await documents.getDocument(other.id, document.id)).toBeNull();
  });

  it('takes bytes that were stored before, in the transaction of the caller', async () => {
    const body = { owner_id: ann.id, name: 'a.txt', content_type: 'text/plain', body: Buffer.from('kept') };
    const [kept, lost] = [await documents.storeBody(body), await documents.storeBody(body)];
    const database = room.service.app.get(DatabaseService);
    const document = await database.transaction(() => made({ name: 'kept.txt', body: kept }));
    const failed = database.transaction(async () => {
      await made({ name: 'lost.txt', body: lost });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await room.rows(`UPDATE files.files SET expires_at = now() - interval '1 s' WHERE expires_at IS NOT NULL`);
    await room.run(PurgeFilesJob);
    const left = await room.rows('SELECT id FROM files.files WHERE id = ANY ($1)', [kept.file_id, lost.file_id]);
    expect(left).toEqual([{ id: kept.file_id }]);
    expect(await documents.getDocument(ann.id, document.id)).toMatchObject({ sha256: kept.sha256 });
  });

  it('uploads for people without an account, and holds what it needs', async () => {
    const folder = await documents.ensureFolder(ann.id, ['Received']);
    const wanted = {
      owner_id: ann.id,
      folder_id: folder.id,
      name: 'in.txt',
      size_bytes: 5,
      content_type: 'text/plain',
    };
    const before = await documents.quota(ann.id);
    const aborted = await documents.beginUpload({ ...wanted, ...source() });
    expect((await documents.quota(ann.id)).reserved_bytes).toBe(before.reserved_bytes + 5);
    await documents.abortUpload(aborted.upload_id);
    const begun = await documents.beginUpload({ ...wanted, ...source() });
    await room.put(begun, 'hello');
    const document = await documents.completeUpload(begun.upload_id, 'other.txt');
    expect(document).toMatchObject({ name: 'other.txt', size_bytes: 5 });
    expect(await documents.quota(ann.id)).toMatchObject({ reserved_bytes: before.reserved_bytes });
    const hold = { document_id: document.id, app_slug: 'esignatures', reference_id: randomUUID() };
    await documents.addHold(hold);
    await documents.addHold(hold);
    const trash = { item_ids: [folder.id] };
    await room.refused(ann, 'trash-items', trash, 409, 'Document is held by esignatures');
    const { holds } = await room.ask(ann, 'get-document', { document_id: document.id });
    expect(holds).toEqual([{ app_slug: 'esignatures', version_id: null, until: null }]);
    await documents.removeHold('esignatures', hold.reference_id);
    await documents.trashDocument(ann.id, document.id);
    const { events } = await room.ask(ann, 'list-events', { item_id: document.id });
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['trashed', 'released', 'held', 'uploaded']);
  });
});
