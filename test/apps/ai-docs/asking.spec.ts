import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.writer(), desk.writer()]);
});
afterAll(() => desk.stop());

const POLICY = '# Refunds\nOrders can be returned within 14 days. Digital goods are excluded.';
const points = (text: string, start: number, end: number) => [...text].slice(start, end).join('');

describe('a question without a provider', () => {
  it('is answered by sentences of own documents, with their places', async () => {
    const doc = await desk.doc(ann, POLICY, { title: 'Refund policy' });
    expect(doc).toMatchObject({ revision: 1, word_count: 12, index_status: 'ready' });
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'How long can I return an order?' });
    expect(run).toMatchObject({
      method: 'extractive',
      status: 'completed',
      output: 'Orders can be returned within 14 days. [1]',
      citations: [
        {
          n: 1,
          doc_id: doc.id,
          title: 'Refund policy',
          revision: 1,
          start: 10,
          end: 48,
          quote: 'Orders can be returned within 14 days.',
        },
      ],
      skipped_doc_ids: [],
    });
    const again = await desk.ask(ann, 'ask-docs', { question: 'How long can I return an order?' });
    expect(again.run.output).toBe(run.output);
    const other = await desk.ask(bob, 'ask-docs', { question: 'How long can I return an order?' });
    expect(other.run).toMatchObject({ status: 'completed', output: null, reason: 'no_match' });
  });

  it('counts places in code points, and quotes what stands there', async () => {
    const body = `Intro 😀😀.\n\n## Whales 🐋\n\nThe 🐋 narwhal has\na tusk. Another sentence.\n\n- A narwhal swims 🏊.\n`;
    const doc = await desk.doc(ann, body);
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'narwhal', doc_ids: [doc.id] });
    expect(run.citations.length).toBe(2);
    for (const { start, end, quote } of run.citations) expect(points(body, start, end)).toBe(quote);
    expect(run.citations[1].quote).toBe('A narwhal swims 🏊.');
  });

  it('reads each document in its language, and leaves out the bin, the archive and other tags', async () => {
    const german = await desk.doc(ann, 'Die Häuser sind sehr alt.', { language: 'german', tags: ['haus'] });
    const answer = async (input: object) => (await desk.ask(ann, 'ask-docs', { question: 'Haus', ...input })).run;
    expect((await answer({})).output).toBe('Die Häuser sind sehr alt. [1]');
    expect((await answer({ tag: 'haus' })).output).not.toBeNull();
    expect((await answer({ tag: 'else' })).reason).toBe('no_match');
    await desk.ask(ann, 'update-doc', { doc_id: german.id, base_revision: 1, archived: true });
    expect((await answer({})).reason).toBe('no_match');
    expect((await answer({ doc_ids: [german.id] })).output).not.toBeNull();
    await desk.ask(ann, 'delete-doc', { doc_id: german.id });
    await desk.refused(ann, 'ask-docs', { question: 'Haus', doc_ids: [german.id] }, 404, 'Doc not found');
    await desk.refused(bob, 'ask-docs', { question: 'Haus', doc_ids: [german.id] }, 404, 'Doc not found');
  });

  it('is no query language, and the same key is the same run', async () => {
    for (const question of [`'"&|!:* <->`, 'the of and', '-- ; DROP'])
      expect((await desk.ask(ann, 'ask-docs', { question })).run.reason).toBe('no_match');
    const [one, two] = await Promise.all(
      [1, 2].map(() => desk.ask(ann, 'ask-docs', { question: 'return', idempotency_key: 'k' })),
    );
    expect(one.run.id).toBe(two.run.id);
  });
});

describe('a summary without a provider', () => {
  it('is sentences of the text in their order, the same each time', async () => {
    const body = Array.from(
      { length: 12 },
      (_, n) => `## Part ${n}\n\nThe harbour opens at ${n}. Boats of kind ${n} land fish there. Nobody sleeps.\n`,
    ).join('\n');
    const doc = await desk.doc(ann, body);
    const { run } = await desk.ask(ann, 'summarize-doc', { doc_id: doc.id, length: 'short', format: 'bullets' });
    expect(run).toMatchObject({ method: 'extractive', status: 'completed', base_revision: 1 });
    expect(run.citations.length).toBe(3);
    for (const { start, end, quote } of run.citations) expect(points(body, start, end)).toBe(quote);
    const starts = run.citations.map(({ start }: { start: number }) => start);
    expect(starts).toEqual(starts.toSorted((a: number, b: number) => a - b));
    expect(run.output).toBe(run.citations.map(({ quote }: { quote: string }) => `- ${quote}`).join('\n'));
    const again = await desk.ask(ann, 'summarize-doc', { doc_id: doc.id, length: 'short', format: 'bullets' });
    expect(again.run.output).toBe(run.output);
    await desk.refused(ann, 'summarize-doc', { doc_id: (await desk.doc(ann, ' ')).id }, 400, 'Doc is empty');
    await desk.refused(bob, 'summarize-doc', { doc_id: doc.id }, 403, 'Forbidden');
  });

  it('needs no provider, and writing does', async () => {
    const { id } = await desk.doc(ann, 'Text.');
    const rewrite = { doc_id: id, base_revision: 9 };
    await desk.refused(ann, 'rewrite-text', rewrite, 503, 'AI provider not configured');
    await desk.refused(ann, 'generate-text', { prompt: 'A letter' }, 503, 'AI provider not configured');
    const { stats } = await desk.ask(ann, 'stats');
    expect(stats).toMatchObject({ provider_configured: false, tokens: 0, tokens_left: 500_000, failed: 0 });
    expect(stats.runs).toContainEqual({ operation: 'summarize', method: 'extractive', runs: 2 });
  });
});
