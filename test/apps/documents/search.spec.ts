import { ProcessVersionJob } from '../../../src/apps/documents/jobs/process-version.job.js';
import { zipSync } from 'fflate';
import type { Account } from '../../support/service.js';
import { type NewFile, Room } from './archive-room.js';

let room: Room;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Room.start();
  [ann, bob] = await Promise.all([room.person(), room.person()]);
});
afterAll(() => room.stop());

/** A document whose words are read. */
async function readable(file: NewFile): Promise<any> {
  const document = await room.document(ann, file);
  await room.run(ProcessVersionJob, { version_id: document.current_version_id });
  const { version } = await room.ask(ann, 'get-document', { document_id: document.id });
  return { ...document, text_status: version.text_status };
}
const found = async (who: Account, input: object): Promise<string[]> =>
  (await room.ask(who, 'search-items', input)).items.map(({ name }: { name: string }) => name);

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 45>>stream
BT /F1 12 Tf 10 100 Td (Rhinoceros memo) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
const docx = (text: string) =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': Buffer.from(
        `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': Buffer.from(
        `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': Buffer.from(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
      ),
    }),
  );
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the text of files', () => {
  it('is found, with its words marked and nothing else as HTML', async () => {
    const bytes = `${'before '.repeat(400)}<b>the elephant & co</b>`;
    expect((await readable({ name: 'note.txt', bytes })).text_status).toBe('ready');
    const { items } = await room.ask(ann, 'search-items', { q: 'elephant' });
    expect(items[0].headline).toContain('<mark>elephant</mark>');
    expect(items[0].headline.replaceAll(/<\/?mark>/g, '')).not.toContain('<');
    const page = { name: 'p.html', type: 'text/html', bytes: '<p>giraffe<script>hyena()</script></p>' };
    expect((await readable(page)).text_status).toBe('ready');
    expect(await found(ann, { q: 'giraffe' })).toEqual(['p.html']);
    expect(await found(ann, { q: 'hyena' })).toEqual([]);
    expect((await readable({ name: 'm.pdf', type: 'application/pdf', bytes: PDF })).text_status).toBe('ready');
    expect(await found(ann, { q: 'rhinoceros' })).toEqual(['m.pdf']);
    expect((await readable({ name: 'w.docx', type: DOCX, bytes: docx('Pangolin') })).text_status).toBe('ready');
    expect(await found(ann, { q: 'pangolin' })).toEqual(['w.docx']);
    expect(await found(bob, { q: 'elephant' })).toEqual([]);
  });

  it('of bombs and damaged files is not read, and the files stay', async () => {
    expect((await readable({ name: 'b.pdf', type: 'application/pdf', bytes: '%PDF-1.4\nnothing' })).text_status).toBe(
      'failed',
    );
    const bomb = docx('a'.repeat(80 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const document = await readable({ name: 'bomb.docx', type: DOCX, bytes: bomb });
    expect(document.text_status).toBe('failed');
    await room.ask(ann, 'download-document', { document_id: document.id });
    expect((await readable({ name: 'i.bin', type: 'application/x-i', bytes: Buffer.from([0, 255]) })).text_status).toBe(
      'none',
    );
  });

  it('is that of the current version', async () => {
    const document = await readable({ name: 'turn.txt', bytes: 'walrus' });
    const next = await room.version(ann, document, 'narwhal');
    await room.run(ProcessVersionJob, { version_id: next.current_version_id });
    await room.run(ProcessVersionJob, { version_id: document.current_version_id });
    expect(await found(ann, { q: 'walrus' })).toEqual([]);
    expect(await found(ann, { q: 'narwhal' })).toEqual(['turn.txt']);
  });
});

describe('the search', () => {
  it('finds names by words, beginnings and likeness, the best first', async () => {
    const tagged = await room.document(ann, { name: 'zebra plan.txt' });
    await room.ask(ann, 'update-document', {
      document_id: tagged.id,
      description: 'About a quagga',
      tags: ['stripes'],
    });
    await room.document(ann, { name: 'annual_report-2024.pdf' });
    await room.document(ann, { name: 'stripes.txt' });
    expect(await found(ann, { q: 'report' })).toEqual(['annual_report-2024.pdf']);
    expect(await found(ann, { q: 'repo' })).toEqual(['annual_report-2024.pdf']);
    expect(await found(ann, { q: 'anual report' })).toEqual(['annual_report-2024.pdf']);
    expect(await found(ann, { q: 'quagga' })).toEqual(['zebra plan.txt']);
    expect(await found(ann, { q: 'stripes' })).toEqual(['stripes.txt', 'zebra plan.txt']);
    expect(await found(ann, { tag: 'stripes' })).toEqual(['zebra plan.txt']);
    expect(await found(ann, { q: `'"&|!:* <->` })).toEqual([]);
    expect(await found(ann, { q: 'zebra', kind: 'folder' })).toEqual([]);
    expect(await found(ann, { q: 'zebra', content_type: 'text/' })).toEqual(['zebra plan.txt']);
    expect(await found(ann, { from: '2999-01-01' })).toEqual([]);
  });

  it('has views of what is opened, starred, shared and trashed', async () => {
    const [eve, joe] = await Promise.all([room.person(), room.person()]);
    const folder = await room.folder(eve, 'Eves folder');
    const inside = await room.document(eve, { name: 'inside.txt', parent_id: folder.id });
    await room.document(joe, { name: 'joes.txt' });
    await room.ask(eve, 'set-access', { item_id: folder.id, user_id: joe.id, role: 'viewer' });
    expect(await found(joe, {})).toEqual(['joes.txt', 'inside.txt', 'Eves folder']);
    expect(await found(joe, { view: 'shared' })).toEqual(['Eves folder']);
    expect(await found(joe, { view: 'shared', q: 'inside' })).toEqual(['inside.txt']);
    expect(await found(joe, { folder_id: folder.id })).toEqual(['inside.txt']);
    expect(await found(joe, { view: 'recent' })).toEqual([]);
    await room.ask(joe, 'get-document', { document_id: inside.id });
    expect(await found(joe, { view: 'recent' })).toEqual(['inside.txt']);
    await room.ask(joe, 'update-folder', { folder_id: folder.id, starred: true });
    expect(await found(joe, { view: 'starred' })).toEqual(['Eves folder']);
    expect(await found(eve, { view: 'starred' })).toEqual([]);
    await room.ask(eve, 'trash-items', { item_ids: [folder.id] });
    expect(await found(joe, { view: 'all' })).toEqual(['joes.txt']);
    expect(await found(joe, { view: 'recent' })).toEqual([]);
    expect(await found(eve, { view: 'trash', q: 'eves' })).toEqual(['Eves folder']);
    expect(await found(joe, { view: 'trash' })).toEqual([]);
  });

  it('goes on page by page without losing or repeating', async () => {
    const eve = await room.person();
    const { id } = await room.folder(eve, 'other');
    for (let n = 0; n < 7; n++) await room.document(eve, { name: `paged ${n}.txt`, parent_id: id });
    for (const more of [{ q: 'paged' }, { folder_id: id }, { q: 'paged', folder_id: id }]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page: any = await room.ask(eve, 'search-items', { ...more, limit: 3, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ name }: { name: string }) => name));
        cursor = page.next_cursor;
      }
      expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `paged ${n}.txt`));
    }
    await room.refused(eve, 'search-items', { cursor: 'x' }, 400, 'Invalid cursor');
  });
});
