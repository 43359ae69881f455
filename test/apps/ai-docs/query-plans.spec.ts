import { expectAlwaysIndexed, expectIndexed } from '../../support/query-plan.js';
import { type Account, TestService } from '../../support/service.js';

const TABLES = ['docs', 'revisions', 'chunks', 'runs'];
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FIRST = '00000000-0000-0000-0000-000000000000';

let service: TestService;
let ann: Account;
let doc: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  ann = await service.account();
  await service.database.query(
    `INSERT INTO ext_ai_docs.docs (id, owner_id, title, title_tsv, language, word_count)
     SELECT md5('d' || n)::uuid, CASE WHEN n <= 1000 THEN $1 ELSE md5('o' || n % 50)::uuid END, 'Doc ' || n,
       to_tsvector('english', 'Doc ' || n), 'english', 5 FROM generate_series(1, 20000) n`,
    [ann.id],
  );
  await service.database.query(
    `INSERT INTO ext_ai_docs.chunks (doc_id, owner_id, revision, position, start_offset, end_offset, body, tsv)
     SELECT id, owner_id, 1, p, 0, 10, w, to_tsvector('english', w) FROM ext_ai_docs.docs, generate_series(0, 4) p,
       LATERAL (SELECT 'common word' || (abs(hashtext(id::text)) % 500) || ' text' || p AS w) words`,
  );
  await service.database.query(
    `INSERT INTO ext_ai_docs.revisions (doc_id, owner_id, revision, title, body, source)
     SELECT id, owner_id, r, 'T', 'b', 'manual' FROM ext_ai_docs.docs, generate_series(1, 2) r`,
  );
  await service.database.query(
    `INSERT INTO ext_ai_docs.runs (owner_id, doc_id, operation, method, status, input, source_doc_ids, finished_at, created_at)
     SELECT owner_id, id, 'ask', 'extractive', 'completed', '{}', ARRAY[id], now(), now() - (n % 90) * interval '1 day'
     FROM ext_ai_docs.docs, generate_series(1, 3) n`,
  );
  doc = (await service.database.query('SELECT id FROM ext_ai_docs.docs WHERE owner_id = $1 LIMIT 1', [ann.id])).rows[0]
    .id;
  for (const table of TABLES) await service.database.query(`VACUUM ANALYZE ext_ai_docs.${table}`);
}, 120_000);
afterAll(() => service.stop());

it.each<[string, () => unknown[]]>([
  ['ai-docs_docs_of_ids', () => [[doc], ann.id]],
  ['ai-docs_texts_of_ids', () => [[doc], ann.id]],
  ['ai-docs_asked_docs', () => [ann.id, null, null]],
  ['ai-docs_all_allowed', () => [[doc]]],
  ['ai-docs_scrub_runs', () => [[doc]]],
  ['ai-docs_delete_docs', () => [[doc]]],
  ['ai-docs_bin_due', () => [100]],
  ['ai-docs_prune_revisions', () => [doc, 3]],
  ['ai-docs_latest_revisions', () => [doc]],
  ['ai-docs_latest_runs', () => [doc]],
  ['ai-docs_clear_chunks', () => [doc]],
  ['ai-docs_load_of_owner', () => [ann.id]],
  ['ai-docs_runs_claim', () => [10]],
  ['ai-docs_runs_with_texts', () => [FIRST, 1000]],
  ['ai-docs_purge_runs', () => [[doc]]],
  ['ai-docs_figures_now', () => [ann.id]],
  ['ai-docs_figures_runs', () => [ann.id, '2026-01-01', '2026-01-31']],
  ['ai-docs_figures_sums', () => [ann.id, '2026-01-01', '2026-01-31']],
])('%s reads by index, whatever the values', (name, values) =>
  expectAlwaysIndexed(service.database, name, values(), TABLES),
);

// These are planned for their values at each call.
it.each<[string, () => unknown[]]>([
  ['ai-docs_find_all', () => [ann.id, 'common word7', null, null, []]],
  ['ai-docs_find_any', () => [ann.id, 'common word7', [doc], null, []]],
  ['ai-docs_search active', () => [ann.id, 'word7', null, 'infinity', LAST, 21]],
])('%s reads by index', (name, values) => expectIndexed(service.database, name, values(), TABLES));
