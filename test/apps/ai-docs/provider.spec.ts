import { AiRunJob } from '../../../src/apps/ai-docs/jobs/ai-run.job.js';
import { RunRepository } from '../../../src/apps/ai-docs/runs/run.repository.js';
import type { Lease } from '../../../src/apps/kernel/runs/leased-runs.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk } from './desk.js';
import { failing, hanging, Provider, saying, streaming } from './provider.js';

let provider: Provider;
let desk: Desk;
let ann: Account;
beforeAll(async () => {
  provider = await Provider.start();
  desk = await Desk.start({ ...provider.variables, AI_PART_TOKENS: '500', AI_MONTHLY_TOKENS: '100000' });
});
beforeEach(async () => {
  provider.asked.length = 0;
  provider.behaviour = saying('An answer.');
  ann = await desk.writer();
});
afterAll(async () => {
  await desk.stop();
  await provider.stop();
});

const generated = async (input: object = {}) =>
  (await desk.ask(ann, 'generate-text', { prompt: 'Write a letter', ...input })).run;

it('an answer is a proposal, which changes nothing until it is applied', async () => {
  const doc = await desk.doc(ann, 'Dear 😀 all, come.');
  provider.behaviour = streaming(['Please ', 'come soon.']);
  const rewrite = { doc_id: doc.id, base_revision: 1, preset: 'friendly', start: 12, end: 17 };
  const { run } = await desk.ask(ann, 'rewrite-text', rewrite);
  expect(run).toMatchObject({ status: 'queued', method: 'provider', input: { passage: 'come.' } });
  expect(await desk.finished(ann, run.id)).toMatchObject({
    status: 'completed',
    output: 'Please come soon.',
    model: 'small-1',
    input_tokens: 30,
    output_tokens: 7,
  });
  expect(provider.asked[0]).toMatchObject({ model: 'small', stream: true, stream_options: { include_usage: true } });
  expect(provider.asked[0]?.messages[1]?.content).toContain('<source>\ncome.\n</source>');
  expect(await desk.body(ann, doc.id)).toBe('Dear 😀 all, come.');
  const moved = { doc_id: doc.id, base_revision: 1, body: 'Hello. Dear 😀 all, come.' };
  await desk.ask(ann, 'update-doc', moved);
  await desk.ask(ann, 'update-doc', { doc_id: doc.id, base_revision: 2, apply_run_id: run.id });
  expect(await desk.body(ann, doc.id)).toBe('Hello. Dear 😀 all, Please come soon.');
  const { revisions, runs } = await desk.ask(ann, 'get-doc', { doc_id: doc.id });
  expect(revisions[0]).toMatchObject({ revision: 3, source: 'run', run_id: run.id });
  expect(runs[0]).toMatchObject({ id: run.id, applied_revision: 3 });
  const again = { doc_id: doc.id, base_revision: 3, apply_run_id: run.id };
  await desk.refused(ann, 'update-doc', again, 409, 'Doc was changed');
});

it('rules of the passage, the document and the settings hold', async () => {
  const doc = await desk.doc(ann, 'x'.repeat(20_001));
  const refused = (input: object, status: number, error: string) =>
    desk.refused(ann, 'rewrite-text', { doc_id: doc.id, base_revision: 1, preset: 'improve', ...input }, status, error);
  await refused({ preset: undefined }, 400, 'Give a preset or an instruction');
  await refused({ base_revision: 2 }, 409, 'Doc was changed');
  await refused({}, 400, 'Passage is too long');
  await refused({ start: 5, end: 5 }, 400, 'Passage is out of range');
  await refused({ end: 20_002 }, 400, 'Passage is out of range');
  await desk.ask(ann, 'update-doc', { doc_id: doc.id, base_revision: 1, ai_allowed: false });
  await refused({ end: 5 }, 409, 'This doc is kept from the AI provider');
  const sources = { prompt: 'Write', source_doc_ids: [doc.id] };
  await desk.refused(ann, 'generate-text', sources, 409, 'This doc is kept from the AI provider');
  await desk.ask(ann, 'update-settings', { use_provider: false });
  await desk.refused(ann, 'generate-text', { prompt: 'Write' }, 409, 'AI is switched off in your settings');
  expect((await desk.ask(ann, 'summarize-doc', { doc_id: doc.id })).run.method).toBe('extractive');
});

it('citations are those that were given, quoted from the text', async () => {
  const [open, kept] = await Promise.all([
    desk.doc(ann, 'The narwhal has a tusk.'),
    desk.doc(ann, 'The narwhal is kept secret.', { ai_allowed: false }),
  ]);
  const ask = async () => {
    const { run } = await desk.ask(ann, 'ask-docs', { question: 'What has the narwhal?' });
    return desk.finished(ann, run.id);
  };
  provider.behaviour = saying('It has a tusk [1][7]. "Invented" [2]');
  const run = await ask();
  expect(run).toMatchObject({
    method: 'provider',
    output: 'It has a tusk [1]. "Invented"',
    skipped_doc_ids: [kept.id],
  });
  expect(run.citations).toEqual([
    { n: 1, doc_id: open.id, title: 'A title', revision: 1, start: 0, end: 23, quote: 'The narwhal has a tusk.' },
  ]);
  expect(JSON.stringify(provider.asked)).not.toContain('secret');
  provider.behaviour = saying('It has a tusk [1-3; 70000] [2–4] [99999].');
  expect(await ask()).toMatchObject({ output: 'It has a tusk [1].', citations: [{ n: 1 }] });
  provider.behaviour = saying('It has nothing [5]');
  expect(await ask()).toMatchObject({ status: 'completed', reason: 'uncited', citations: [] });
  provider.behaviour = saying('NOT_IN_SOURCES.');
  expect(await ask()).toMatchObject({ status: 'completed', output: null, reason: 'not_in_sources' });
  const asked = provider.asked.length;
  const { run: none } = await desk.ask(ann, 'ask-docs', { question: 'zebra' });
  expect(none).toMatchObject({ method: 'extractive', status: 'completed', output: null, reason: 'no_match' });
  const { run: secret } = await desk.ask(ann, 'ask-docs', { question: 'narwhal', doc_ids: [kept.id] });
  expect(secret).toMatchObject({ method: 'extractive', status: 'completed' });
  expect(provider.asked.length).toBe(asked);
});

it.each([
  [400, 'Provider refused the request', 1],
  [302, 'Provider refused the request', 1],
  [429, 'Provider did not answer', 4],
  [503, 'Provider did not answer', 4],
])('of status %i: %s, after %i calls', async (status, error, calls) => {
  provider.behaviour = failing(status, { Location: 'http://127.0.0.1:1/' });
  const run = await generated();
  for (let n = 1; n < calls; n++) {
    while (provider.asked.length < n) await new Promise((resolve) => setTimeout(resolve, 20));
    while ((await desk.ask(ann, 'get-run', { run_id: run.id })).run.status === 'running')
      await new Promise((resolve) => setTimeout(resolve, 20));
    await desk.again(run.id);
  }
  expect(await desk.finished(ann, run.id)).toMatchObject({ status: 'failed', error, output: null, input_tokens: 0 });
  expect(provider.asked.length).toBe(calls);
});

it.each<[string, Provider['behaviour'], string, string | null]>([
  ['empty', saying(' '), 'Provider answer was empty', null],
  ['at its limit', saying('Half of', 'length'), 'Provider answer was cut off', 'Half of'],
  ['broken', streaming(['Half ', 'of'], { ends: false }), 'Provider answer was cut off', 'Half of'],
  ['too large', streaming(Array(20).fill('x'.repeat(100_000))), 'Provider answer was cut off', 'x'.repeat(1000)],
])('an answer that is %s fails', async (_, behaviour, error, output) => {
  provider.behaviour = behaviour;
  const run = await desk.finished(ann, (await generated()).id);
  expect(run).toMatchObject({ status: 'failed', error });
  expect(run.output?.slice(0, 1000) ?? null).toBe(output);
});

it('a character may come in two halves, and half of one is none', async () => {
  provider.behaviour = streaming(['A \ud83d', '\ude00 and \ud83d', ' \0.']);
  const { output } = await desk.finished(ann, (await generated()).id);
  expect(output).toBe('A 😀 and \ufffd .');
});

it('the name of a model is what can be stored of it', async () => {
  const body = { model: 'small\0\ud83d', choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] };
  provider.behaviour = (response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const run = await desk.finished(ann, (await generated()).id);
  expect(run).toMatchObject({ status: 'completed', output: 'Yes.', model: 'small\ufffd', attempts: 1 });
});

it.each<[string, object, object]>([
  ['kept from the provider', { ai_allowed: false }, {}],
  ['deleted', {}, { permanent: true }],
  ['in the bin', {}, {}],
])('a document that is %s after the first try is not sent again', async (state, change, removal) => {
  provider.behaviour = failing(503);
  const doc = await desk.doc(ann, 'The narwhal has a tusk.');
  const { run } = await desk.ask(ann, 'summarize-doc', { doc_id: doc.id });
  await desk.waiting(run.id, 1);
  provider.behaviour = saying('An answer.');
  if (state.startsWith('kept')) await desk.ask(ann, 'update-doc', { doc_id: doc.id, base_revision: 1, ...change });
  else await desk.ask(ann, 'delete-doc', { doc_id: doc.id, ...removal });
  await desk.again(run.id);
  expect(await desk.finished(ann, run.id)).toMatchObject({ status: 'canceled', output: null });
  expect(provider.asked.length).toBe(1);
});

it('nothing is sent after the provider was switched off, also of a question that was asked before', async () => {
  provider.behaviour = failing(503);
  await desk.doc(ann, 'The narwhal has a tusk.');
  const { run } = await desk.ask(ann, 'ask-docs', { question: 'narwhal' });
  await desk.waiting(run.id, 1);
  await desk.ask(ann, 'update-settings', { use_provider: false });
  await desk.again(run.id);
  expect(await desk.finished(ann, run.id)).toMatchObject({ status: 'canceled', output: null });
  expect(provider.asked.length).toBe(1);
});

it('a cancelled run stops the transfer, and its answer is dropped', async () => {
  provider.behaviour = hanging;
  const run = await generated();
  while (!provider.asked.length) await new Promise((resolve) => setTimeout(resolve, 20));
  const closed = provider.closed;
  const { run: canceled } = await desk.ask(ann, 'get-run', { run_id: run.id, cancel: true });
  expect(canceled.status).toBe('canceled');
  while (provider.closed === closed) await new Promise((resolve) => setTimeout(resolve, 50));
  await desk.refused(ann, 'get-run', { run_id: run.id, cancel: true }, 409, 'Run is finished');
  expect((await desk.ask(ann, 'get-run', { run_id: run.id })).run).toMatchObject({ status: 'canceled', output: null });
});

it('twenty callers begin three runs, and as many as the month allows', async () => {
  provider.behaviour = hanging;
  const answers = await atOnce(20, () => desk.call(ann, 'generate-text', { prompt: 'Write' }));
  expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
  expect(refusals(answers)).toEqual([{ error: 'Too many AI runs in progress' }]);
  for (const { body } of answers) if (body.run) await desk.ask(ann, 'get-run', { run_id: body.run.id, cancel: true });
  await desk.rows(`UPDATE ext_ai_docs.runs SET input_tokens = 50000 WHERE owner_id = $1`, ann.id);
  await desk.refused(ann, 'generate-text', { prompt: 'Write' }, 409, 'Monthly AI limit reached');
});

it('a run of a worker that died is taken again after the lease, by one of twenty, and has one result', async () => {
  const run = await generated();
  await desk.finished(ann, run.id);
  await desk.rows(
    `UPDATE ext_ai_docs.runs SET status = 'running', finished_at = NULL, output = NULL, lease_until = now() + interval '1 minute'
     WHERE id = $1`,
    run.id,
  );
  await desk.run(AiRunJob);
  expect(provider.asked.length).toBe(1);
  const endLease = () =>
    desk.rows(`UPDATE ext_ai_docs.runs SET lease_until = now() - interval '1 second' WHERE id = $1`, run.id);
  const repository = desk.service.app.get(RunRepository, { strict: false });
  // The worker of the service looks every five seconds, and would be one more.
  const worker = desk.service.app.get(AiRunJob, { strict: false }) as unknown as { stopping: boolean };
  worker.stopping = true;
  await desk.run(AiRunJob);
  await endLease();
  const claimed = (await atOnce(20, () => repository.claim(1))).flat();
  worker.stopping = false;
  expect(claimed).toMatchObject([{ id: run.id, attempts: 2 }]);
  await endLease();
  await atOnce(20, () => desk.run(AiRunJob));
  expect(provider.asked.length).toBe(2);
  expect(await desk.finished(ann, run.id)).toMatchObject({ status: 'completed', output: 'An answer.', attempts: 3 });
  const late = () => repository.end(claimed[0] as Lease, { status: 'completed', output: 'A late answer.' });
  expect(await desk.service.app.get(DatabaseService, { strict: false }).transaction(late)).toBe(false);
});

it('a long document is summarised in parts, and one that is too long is not', async () => {
  const doc = await desk.doc(ann, 'A sentence of the long text. '.repeat(200));
  const { run } = await desk.ask(ann, 'summarize-doc', { doc_id: doc.id });
  expect(await desk.finished(ann, run.id)).toMatchObject({ status: 'completed', input_tokens: 80, output_tokens: 20 });
  expect(provider.asked.length).toBe(4);
  const long = await desk.doc(ann, 'A sentence of the long text. '.repeat(2_000));
  await desk.refused(ann, 'summarize-doc', { doc_id: long.id }, 400, 'Doc is too long for the AI provider');
  expect((await desk.ask(ann, 'summarize-doc', { doc_id: long.id, method: 'extractive' })).run.status).toBe(
    'completed',
  );
  const log = desk.service.log.join('\n');
  expect(log).not.toContain('key-of-the-operator');
  expect(log).not.toContain('A sentence of');
});
