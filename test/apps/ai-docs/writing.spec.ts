import { ImportedTextService } from '../../../src/apps/ai-docs/imports/imported-text.service.js';
import { ImportDocJob } from '../../../src/apps/ai-docs/jobs/import-doc.job.js';
import { IndexDocJob } from '../../../src/apps/ai-docs/jobs/index-doc.job.js';
import { PurgeDocsJob } from '../../../src/apps/ai-docs/jobs/purge-docs.job.js';
import { PurgeRunsJob } from '../../../src/apps/ai-docs/jobs/purge-runs.job.js';
import { zipSync } from 'fflate';
import { DOCX } from '../../../src/apps/kernel/files/file-text-readers.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
});
beforeEach(async () => {
  ann = await desk.writer();
});
afterAll(() => desk.stop());

describe('a document', () => {
  it('has a history, from which it is restored', async () => {
    const { id } = await desk.doc(ann, 'First.');
    const change = (base_revision: number, more: object) =>
      desk.ask(ann, 'update-doc', { doc_id: id, base_revision, ...more });
    expect((await change(1, { body: 'Second.' })).doc.revision).toBe(2);
    expect((await change(2, { body: 'Second.', tags: ['a'] })).doc.revision).toBe(2);
    expect((await change(2, { title: 'Other' })).doc.revision).toBe(3);
    expect((await change(3, { restore_revision: 1 })).doc).toMatchObject({
      revision: 4,
      title: 'A title',
      tags: ['a'],
    });
    expect(await desk.body(ann, id)).toBe('First.');
    const { doc, revisions } = await desk.ask(ann, 'get-doc', { doc_id: id, revision: 2 });
    expect(doc.body).toBe('Second.');
    expect(revisions.map(({ source }: { source: string }) => source)).toEqual([
      'restore',
      'manual',
      'manual',
      'manual',
    ]);
    const refused = (input: object, status: number, error: string) =>
      desk.refused(ann, 'update-doc', { doc_id: id, base_revision: 4, ...input }, status, error);
    await refused({ base_revision: 3 }, 409, 'Doc was changed');
    await refused({ body: '', restore_revision: 1 }, 400, 'Give only one source for the body');
    await refused({ restore_revision: 9 }, 404, 'Revision not found');
    await refused({ apply_run_id: id }, 404, 'Run not found');
    await refused({ language: 'klingon' }, 400, 'Unknown language');
    await desk.refused(ann, 'get-doc', { doc_id: id, revision: 9 }, 404, 'Revision not found');
  });

  it('takes one of twenty changes of the same revision, and keeps 200 revisions', async () => {
    const { id } = await desk.doc(ann, 'First.');
    const answers = await atOnce(20, (n) =>
      desk.call(ann, 'update-doc', { doc_id: id, base_revision: 1, body: `By ${n}.` }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    await desk.rows(
      `INSERT INTO ext_ai_docs.revisions (doc_id, owner_id, revision, title, body, source)
       SELECT $1, $2, n, 'T', 'b', CASE WHEN n = 3 THEN 'run' ELSE 'manual' END FROM generate_series(3, 202) n`,
      id,
      ann.id,
    );
    await desk.rows('UPDATE ext_ai_docs.docs SET revision = 202 WHERE id = $1', id);
    await desk.ask(ann, 'update-doc', { doc_id: id, base_revision: 202, body: 'Last.' });
    const kept = await desk.rows('SELECT revision FROM ext_ai_docs.revisions WHERE doc_id = $1 ORDER BY revision', id);
    expect(kept.length).toBe(200);
    expect(kept.slice(0, 2)).toEqual([{ revision: 3 }, { revision: 5 }]);
  });

  it('is found by its title, words and tag, page by page', async () => {
    for (let n = 0; n < 5; n++)
      await desk.doc(ann, `The <b>walrus</b> number ${n}.`, { title: `Doc ${n}`, tags: ['sea'] });
    await desk.doc(ann, 'Something.', { title: 'On walruses' });
    await desk.doc(await desk.writer(), 'Another walrus.');
    const { docs } = await desk.ask(ann, 'list-docs', { q: 'walrus' });
    expect(docs.length).toBe(6);
    expect(docs[0]).toMatchObject({ title: 'On walruses', headline: '<mark>walruses</mark>' });
    expect(docs[1].headline).toContain('<mark>walrus</mark>');
    expect(docs[1].headline).not.toContain('<b>');
    expect(docs[0].body).toBeUndefined();
    for (const more of [{ q: 'walrus' }, {}]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page: any = await desk.ask(ann, 'list-docs', { ...more, limit: 2, ...(cursor && { cursor }) });
        seen.push(...page.docs.map(({ id }: { id: string }) => id));
        cursor = page.next_cursor;
      }
      expect(new Set(seen).size).toBe(6);
    }
    expect((await desk.ask(ann, 'list-docs', { tag: 'sea' })).docs.length).toBe(5);
    expect((await desk.ask(ann, 'list-docs', { q: 'walrus', tag: 'land' })).docs).toEqual([]);
    await desk.refused(ann, 'list-docs', { cursor: 'x' }, 400, 'Invalid cursor');
  });

  it('goes to the bin, comes back, and is deleted with the texts of its runs', async () => {
    const doc = await desk.doc(ann, 'The narwhal has a tusk.');
    const doc_id = doc.id;
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'narwhal' });
    await desk.refused(ann, 'delete-doc', { doc_id, restore: true }, 409, 'Doc is not deleted');
    await desk.ask(ann, 'delete-doc', { doc_id });
    expect((await desk.ask(ann, 'list-docs', { q: 'narwhal' })).docs).toEqual([]);
    expect((await desk.ask(ann, 'list-docs', { view: 'deleted' })).docs.length).toBe(1);
    expect((await desk.ask(ann, 'ask-docs', { question: 'narwhal' })).run.reason).toBe('no_match');
    await desk.refused(ann, 'update-doc', { doc_id, base_revision: 1, body: 'Gone.' }, 404, 'Doc not found');
    await desk.ask(ann, 'delete-doc', { doc_id, restore: true });
    await desk.ask(ann, 'delete-doc', { doc_id });
    await desk.run(PurgeDocsJob);
    expect(await desk.body(ann, doc_id)).toBe('The narwhal has a tusk.');
    await desk.rows(`UPDATE ext_ai_docs.docs SET deleted_at = now() - interval '31 days' WHERE id = $1`, doc_id);
    await desk.run(PurgeDocsJob);
    await desk.run(PurgeDocsJob);
    await desk.refused(ann, 'get-doc', { doc_id }, 404, 'Doc not found');
    const { run: left } = await desk.ask(ann, 'get-run', { run_id: run.id });
    expect(left).toMatchObject({ input: {}, output: null, citations: [], status: 'completed' });
    const other = await desk.doc(ann, 'x');
    await desk.ask(ann, 'delete-doc', { doc_id: other.id, permanent: true });
    expect(await desk.rows('SELECT FROM ext_ai_docs.revisions WHERE owner_id = $1', ann.id)).toEqual([]);
  });

  it('loses the texts of old runs, and keeps their numbers', async () => {
    await desk.doc(ann, 'The narwhal has a tusk.');
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'narwhal' });
    await desk.rows(`UPDATE ext_ai_docs.runs SET created_at = now() - interval '89 days' WHERE id = $1`, run.id);
    await desk.run(PurgeRunsJob);
    expect((await desk.ask(ann, 'get-run', { run_id: run.id })).run.output).not.toBeNull();
    await desk.ask(ann, 'update-settings', { run_history_days: 30 });
    await desk.run(PurgeRunsJob);
    await desk.run(PurgeRunsJob);
    expect((await desk.ask(ann, 'get-run', { run_id: run.id })).run).toMatchObject({ output: null, input: {} });
  });

  it('that is long is indexed by a job, and searched by its former passages until then', async () => {
    const { id } = await desk.doc(ann, 'A gnu.');
    const body = `${'Word by word. '.repeat(4_000)}\n\nA zebra.`;
    const { doc } = await desk.ask(ann, 'update-doc', { doc_id: id, base_revision: 1, body });
    expect(doc.index_status).toBe('pending');
    await desk.run(IndexDocJob, { doc_id: id, revision: 1 });
    await desk.run(IndexDocJob, { doc_id: id, revision: 2 });
    await desk.run(IndexDocJob, { doc_id: id, revision: 2 });
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'zebra' });
    expect(run.citations[0]).toMatchObject({ revision: 2, quote: 'A zebra.', end: body.length });
    expect((await desk.ask(ann, 'ask-docs', { question: 'gnu' })).run.reason).toBe('no_match');
  });
});

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 74>>stream
BT /F1 12 Tf 10 100 Td (Dear Rhinoceros,) Tj 0 -20 Td (come soon.) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
const HEAD = '<?xml version="1.0"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const docx = (...paragraphs: string[]) =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': Buffer.from(
        `${HEAD}<Types xmlns="${PACKAGE}/content-types">
          <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
          <Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`,
      ),
      '_rels/.rels': Buffer.from(
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
          <Relationship Id="r1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': Buffer.from(
        `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
          .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
          .join('')}</w:body></w:document>`,
      ),
    }),
  );

describe('an import', () => {
  const text = '# Heading\r\n\r\nA line of the file.\r\n';
  const wanted = (more: object = {}) => ({
    filename: 'a.md',
    content_type: 'text/markdown',
    size_bytes: text.length,
    ...more,
  });
  const promise = (more: object = {}) => desk.ask(ann, 'create-doc', { title: 'File', import: wanted(more) });
  const put = async ({ upload_url }: { upload_url: string }, body: string | Buffer<ArrayBuffer>) => {
    const { pathname, search } = new URL(upload_url);
    const answer = await fetch(desk.service.url + pathname + search, { method: 'PUT', body });
    expect(answer.status).toBe(200);
  };
  const state = async (doc_id: string) => (await desk.ask(ann, 'get-doc', { doc_id })).doc;

  it('makes the text of the file a revision, and deletes the file', async () => {
    const { doc, upload } = await promise();
    expect(doc.import_status).toBe('awaiting_upload');
    await put(upload, text);
    await atOnce(3, () => desk.run(ImportDocJob, { doc_id: doc.id }));
    expect(await state(doc.id)).toMatchObject({
      import_status: 'ready',
      revision: 2,
      body: '# Heading\n\nA line of the file.\n',
    });
    expect(await desk.rows('SELECT FROM files.files WHERE id = $1', upload.file.id)).toEqual([]);
  });

  it('is over for a run that another one overtakes just before it reads the file', async () => {
    const { doc, upload } = await promise();
    await put(upload, text);
    const texts = desk.service.app.get(ImportedTextService, { strict: false });
    const { read } = texts;
    texts.read = async (...of) => {
      Reflect.deleteProperty(texts, 'read');
      await desk.run(ImportDocJob, { doc_id: doc.id });
      return read.apply(texts, of);
    };
    await desk.run(ImportDocJob, { doc_id: doc.id });
    expect(await state(doc.id)).toMatchObject({ import_status: 'ready', import_error: null, revision: 2 });
  });

  it('keeps the paragraphs of a page', async () => {
    const page = '<!doctype html><html><body><h1>Title</h1><p>One\nline &amp; more.</p><p>Two.</p></body></html>';
    const { doc, upload } = await promise({ filename: 'p.html', content_type: 'text/html', size_bytes: page.length });
    await put(upload, page);
    await desk.run(ImportDocJob, { doc_id: doc.id });
    expect(await state(doc.id)).toMatchObject({ import_status: 'ready', import_error: null });
    expect((await state(doc.id)).body.split(/\n+/)).toEqual(['Title', 'One line & more.', 'Two.']);
  });

  it.each([
    ['letter.pdf', 'application/pdf', Buffer.from(PDF), ['Dear Rhinoceros,', 'come soon.']],
    ['letter.docx', DOCX, docx('Dear Pangolin,', 'come soon.'), ['Dear Pangolin,', 'come soon.']],
  ])('takes the lines of %s', async (filename, content_type, bytes, lines) => {
    const { doc, upload } = await promise({ filename, content_type, size_bytes: bytes.length });
    await put(upload, bytes);
    await desk.run(ImportDocJob, { doc_id: doc.id });
    const { body, ...read } = await state(doc.id);
    expect(read).toMatchObject({ import_status: 'ready', import_error: null, revision: 2, word_count: 4 });
    expect(body.split(/\n+/)).toEqual(lines);
    const { revisions } = await desk.ask(ann, 'get-doc', { doc_id: doc.id });
    expect(revisions[0]).toMatchObject({ revision: 2, source: 'import' });
    const { run } = await desk.ask(ann, 'ask-docs', { question: lines[0] });
    expect(run.citations[0]).toMatchObject({ doc_id: doc.id, revision: 2 });
  });

  it.each([
    ['File type does not match', { filename: 'a.pdf', content_type: 'application/pdf' }, text],
    ['No text found', { size_bytes: 4 }, ' \n\n '],
    ['Text is too long', { size_bytes: 500_001 }, 'x'.repeat(500_001)],
    ['File cannot be read', { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 16 }, '%PDF-1.4 nothing'],
  ])('fails: %s', async (error, more, body) => {
    const { doc, upload } = await promise(more);
    await put(upload, body);
    await desk.run(ImportDocJob, { doc_id: doc.id });
    expect(await state(doc.id)).toMatchObject({ import_status: 'failed', import_error: error, revision: 1 });
  });

  it('fails when nothing comes in the hour, and takes no other types', async () => {
    const { doc } = await promise();
    await desk.run(ImportDocJob, { doc_id: doc.id, pause: 5 });
    expect((await state(doc.id)).import_status).toBe('awaiting_upload');
    await desk.rows(`UPDATE ext_ai_docs.docs SET created_at = now() - interval '61 minutes' WHERE id = $1`, doc.id);
    await desk.run(ImportDocJob, { doc_id: doc.id, pause: 5 });
    expect(await state(doc.id)).toMatchObject({ import_status: 'failed', import_error: 'File was not uploaded' });
    const refused = (input: object, error: string) =>
      desk.refused(ann, 'create-doc', { title: 'T', ...input }, 400, error);
    await refused({ import: wanted({ content_type: 'image/png' }) }, 'File type not allowed');
    await refused({ import: wanted(), body: '' }, 'Give a body or an import');
    await refused({ language: 'klingon' }, 'Unknown language');
  });
});

it('twenty callers do not pass the limit of documents', async () => {
  await desk.rows(
    `INSERT INTO ext_ai_docs.docs (owner_id, title) SELECT $1, 'T' FROM generate_series(1, 1995)`,
    ann.id,
  );
  const answers = await atOnce(20, () => desk.call(ann, 'create-doc', { title: 'T' }));
  expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
});
