import { existsSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { KillableServer } from '../../support/killable-server.js';
import { eventually } from '../../support/service.js';

let server: KillableServer;
beforeAll(async () => {
  server = await KillableServer.open();
  await server.start();
  await server.signIn();
  await call('install', { slug: 'documents' });
});
afterAll(() => server.close());

/** Small, and read for minutes: the letters of its font are described a hundred thousand times. */
function hangingPdf(): Buffer {
  const ranges = deflateSync(`1 beginbfrange\n${'<0000> <ffff> <0041>\n'.repeat(100_000)}endbfrange\n`);
  const text = 'BT /F1 12 Tf 10 100 Td (Rhinoceros) Tj ET';
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>';
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>';
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
        `3 0 obj${page}endobj\n4 0 obj<</Length ${text.length}>>stream\n${text}\nendstream endobj\n5 0 obj${font}endobj\n` +
        `6 0 obj<</Length ${ranges.length}/Filter/FlateDecode>>stream\n`,
    ),
    ranges,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

async function call(path: string, body: object): Promise<Record<string, any>> {
  const answer = await server.post(`/v1/apps/${path}`, body);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

async function uploaded(name: string, content_type: string, bytes: Buffer): Promise<string> {
  const { upload } = await call('documents/start-upload', { name, content_type, size_bytes: bytes.length });
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) });
  return (await call('documents/complete-upload', { upload_id: upload.id })).document.id;
}

const statusOf = async (document_id: string) =>
  (await call('documents/get-document', { document_id })).version.text_status;
const expectStatus = (document_id: string, status: string) =>
  eventually(async () => expect(await statusOf(document_id)).toBe(status), 120);

/** The processes that read: the server has no others. */
const readers = (): number[] =>
  readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const reader = () => eventually(() => Promise.resolve(readers()[0] ?? Promise.reject(new Error('nothing is read'))));
const expectNoReader = () => eventually(() => Promise.resolve(expect(readers()).toEqual([])));

/** The same bytes as were sent. */
async function expectReadable(document_id: string, bytes: Buffer): Promise<void> {
  const { url } = await call('documents/download-document', { document_id });
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
}

const onLinux = existsSync('/proc/self/task') ? it : it.skip;

onLinux(
  'a file whose text cannot be read in time holds up nobody, and a stop of the service is not its fault',
  async () => {
    const bytes = hangingPdf();
    const hanging = await uploaded('hanging.pdf', 'application/pdf', bytes);
    await reader();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(await server.rows('SELECT text_status FROM ext_documents.versions')).toEqual([{ text_status: 'pending' }]);

    // The process that reads crashes.
    await server.start();
    process.kill(await reader(), 'SIGKILL');
    await expectStatus(hanging, 'failed');
    await expectReadable(hanging, bytes);

    // It does not end.
    const second = await uploaded('second.pdf', 'application/pdf', bytes);
    await reader();
    await expectReadable(second, bytes);
    const letter = await uploaded('letter.txt', 'text/plain', Buffer.from('Dear Pangolin'));
    await expectReadable(letter, Buffer.from('Dear Pangolin'));
    expect(await statusOf(second)).toBe('pending');
    await expectStatus(second, 'failed');
    await expectStatus(letter, 'ready');
    await expectNoReader();
    await expectReadable(second, bytes);
  },
);
