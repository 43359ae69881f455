import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { SweepBlobsJob } from '../../src/apps/documents/jobs/sweep-blobs.job.js';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { incoming, stored } from '../files/forms.js';
import { FakeS3 } from '../support/fake-s3.js';
import { eventually, PASSWORD, TestService } from '../support/service.js';
import { Academy } from './certificates/academy.js';
import { Room } from './documents/archive-room.js';
import { pdf, SigningRoom } from './esignatures/signing-room.js';
import { Desk, PDF } from './filerequests/desk.js';

let store: FakeS3;
let service: TestService;
beforeAll(async () => {
  store = await FakeS3.start();
  service = await TestService.start(store.variables);
});
afterAll(async () => {
  await service.stop();
  await store.stop();
});
/** Every object has a row, every row has its object, and the disk of the service has no file. */
afterEach(async () => {
  await service.jobsDone();
  await service.database.query(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
  await service.app.get(EmptyTrashJob).run();
  const { rows } = await service.database.query('SELECT path FROM files.files');
  expect([...store.objects.keys()].sort()).toEqual(rows.map(({ path }) => `/bucket/${path}`).sort());
  await eventually(() => Promise.resolve(expect([...stored(service), ...incoming(service)]).toEqual([])));
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What an address of a file gives, which is a redirect to the bucket. */
async function fromBucket(url: string): Promise<Buffer> {
  const answer = await fetch(url, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')?.startsWith(store.url)]).toEqual([302, true]);
  return bytesOf(answer.headers.get('location') as string);
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

it('documents are uploaded, read, searched, archived, copied, deleted and swept', async () => {
  const room = new Room(service);
  const ann = await room.person();
  const folder = await room.folder(ann, 'Letters');
  const letter = await room.document(ann, { name: 'letter.txt', bytes: 'Dear Rhinoceros', parent_id: folder.id });
  await room.version(ann, letter, 'Dear Pangolin');
  await service.jobsDone();
  const read = async (more: object = {}) => {
    const { url } = await room.ask(ann, 'download-document', { document_id: letter.id, ...more });
    return (await fromBucket(url)).toString();
  };
  expect([await read(), await read({ version: 1 })]).toEqual(['Dear Pangolin', 'Dear Rhinoceros']);
  const { items } = await room.ask(ann, 'search-items', { q: 'pangolin' });
  expect(items.map(({ id }: { id: string }) => id)).toEqual([letter.id]);
  const { document: copy } = await room.ask(ann, 'copy-document', { document_id: letter.id });
  const archive = await room.ask(ann, 'download-archive', { item_ids: [folder.id, copy.id] });
  const files = Object.entries(unzipSync(new Uint8Array(await bytesOf(archive.url))));
  expect(files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()]).sort()).toEqual([
    ['Letters/', ''],
    ['Letters/letter.txt', 'Dear Pangolin'],
    ['letter.txt', 'Dear Pangolin'],
  ]);
  const { link } = await room.ask(ann, 'create-link', { item_id: copy.id });
  const token = link.url.split('/').at(-1);
  const { url } = await room.ask({ client: service.client() }, 'download-link', { token });
  expect((await fromBucket(url)).toString()).toBe('Dear Pangolin');

  const sweep = async () => {
    await room.rows(`UPDATE ext_documents.blobs SET created_at = now() - interval '25 hours'`);
    await room.run(SweepBlobsJob);
    await service.jobsDone();
  };
  await room.ask(ann, 'trash-items', { item_ids: [folder.id] });
  await room.ask(ann, 'delete-items', { all: true });
  await sweep();
  expect([...store.objects.values()].map(String)).toEqual(['Dear Pangolin']);
  await room.ask(ann, 'trash-items', { item_ids: [copy.id] });
  await room.ask(ann, 'delete-items', { item_ids: [copy.id] });
  await sweep();
  expect(store.objects.size).toBe(0);
});

it('files of uploaders are received, removed, and go into an archive of their owner', async () => {
  const desk = await Desk.at(service);
  await desk.owner.client.post('/v1/apps/install', { slug: 'documents' }).expect(200);
  const { id, code } = await desk.request({ subfolders: false });
  const { receipt } = await desk.send({ code });
  const second = await desk.send({ code, receipt }, PDF, { name: 'june.pdf' });
  await desk.submit({ code, receipt }, { partial: true }).expect(200);
  await desk.submit({ code, receipt }, { remove_file_ids: [second.file.id] }).expect(200);
  const { body } = await desk.ask('list-submissions', { request_id: id }).expect(200);
  const received = body.submissions[0].files.find(({ status }: { status: string }) => status === 'received');
  expect(await fromBucket(received.download_url)).toEqual(PDF);
  const room = new Room(service);
  const { url } = await room.ask(desk.owner, 'download-archive', { item_ids: [received.document_id] });
  expect(Object.values(unzipSync(new Uint8Array(await bytesOf(url)))).map(sha256)).toEqual([sha256(PDF)]);
  await desk.expectPlaces(id);
});

it('envelopes are sealed, and everyone reads the same file', async () => {
  const room = await SigningRoom.at(service);
  const original = await pdf(2);
  const { envelope, tokens } = await room.sent({ document_ids: [await room.document(original)] });
  const token = tokens[0] as string;
  const opened = (await room.public('open-envelope', { token }).expect(200)).body;
  expect(sha256(await fromBucket(opened.documents[0].url))).toBe(sha256(original));
  expect((await room.signing({ token })).status).toBe(200);
  await service.jobsDone();
  const { envelope: sealed, downloads } = await room.get(envelope.id);
  expect(sealed.status).toBe('completed');
  const { final } = (await room.public('open-envelope', { token }).expect(200)).body;
  const copy = await new Room(service).ask(room.sender, 'download-document', { document_id: sealed.final_document_id });
  for (const url of [downloads.final, final, copy.url]) expect(sha256(await fromBucket(url))).toBe(sealed.final_sha256);
});

it('certificates are printed with their images, drawn again when they are lost, and go with their recipient', async () => {
  const academy = new Academy(service);
  const [ann, bob] = [await academy.person(), await academy.person()];
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  const images = [{ slot: 'logo', content_type: 'image/png', size_bytes: logo.length }];
  const { template, uploads } = await academy.make(ann, { images });
  expect((await fetch(uploads[0].upload_url, { method: 'PUT', body: new Uint8Array(logo) })).status).toBe(200);
  const { certificate } = await academy.issued(ann, template, { user_id: bob.id });
  await service.jobsDone();
  const before = store.objects.size;
  const address = `${certificate.code}/certificate.pdf`;
  const first = sha256(await academy.pdf(address));
  const [{ path }] = await academy.rows(
    'SELECT f.path FROM files.files f JOIN ext_certificates.certificates c ON c.pdf_key = f.id::text',
  );
  expect(sha256(store.objects.get(`/bucket/${path}`) as Buffer)).toBe(first);
  store.objects.delete(`/bucket/${path}`);
  expect(sha256(await academy.pdf(address))).toBe(first);
  const correction = { certificate_id: certificate.id, name: 'Recipient Two', reason: 'Misspelt' };
  await academy.ask(ann, 'update-certificate', correction);
  expect(sha256(await academy.pdf(address))).not.toBe(first);
  await eventually(() => Promise.resolve(expect(store.objects.size).toBe(before)));
  await bob.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
  await eventually(() => Promise.resolve(expect(store.objects.size).toBe(before - 1)));
});
