import '../../../src/apps/filerequests/filerequests.app.js';
import { randomUUID } from 'node:crypto';
import { genericPlan, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const NIL = '00000000-0000-0000-0000-000000000000';
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['requests', 'items', 'recipients', 'submissions', 'files'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 200) n`);
  await ask(`
    INSERT INTO ext_filerequests.requests (owner_id, title, code, folder_id, max_file_bytes, status, closes_at, created_at)
    SELECT u.ids[1 + n % 200], 'R' || n, 'code' || n, gen_random_uuid(), 1000,
      CASE WHEN n % 3 = 0 THEN 'open' ELSE 'closed' END, now() + (n - 50) * interval '1 hour', now() - n * interval '1 minute'
    FROM generate_series(1, 4000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_filerequests.items (request_id, position, title)
    SELECT id, n, 'I' FROM ext_filerequests.requests, generate_series(0, 1) n`);
  await ask(`
    INSERT INTO ext_filerequests.recipients (request_id, name, email, token_hash, created_at)
    SELECT id, 'P' || n, 'p' || n || '@x.example', id || '-' || n, now() - n * interval '1 day'
    FROM ext_filerequests.requests, generate_series(0, 1) n`);
  await ask(`
    INSERT INTO ext_filerequests.submissions (request_id, recipient_id, uploader_name, receipt_hash, status, folder_id,
      ip_prefix, created_at, first_submitted_at, submitted_at)
    SELECT request_id, id, name, token_hash, s.status, gen_random_uuid(), '', created_at, s.at, s.at
    FROM ext_filerequests.recipients r, LATERAL (SELECT CASE WHEN r.name = 'P0' THEN 'submitted' ELSE 'draft' END AS status,
      CASE WHEN r.name = 'P0' THEN now() END AS at) s`);
  await ask(`
    INSERT INTO ext_filerequests.files (submission_id, request_id, item_id, upload_id, name, size_bytes, content_type,
      status, received_at, expires_at)
    SELECT s.id, s.request_id, i.id, gen_random_uuid(), 'a.pdf', 1, 'application/pdf',
      CASE WHEN s.status = 'draft' AND i.position = 1 THEN 'pending' ELSE 'received' END, s.submitted_at,
      now() + hashint4(i.position) % 1000 * interval '1 second'
    FROM ext_filerequests.submissions s JOIN ext_filerequests.items i USING (request_id)`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function expectByIndex(name: string, values: unknown[]): Promise<void> {
  for (const how of [queryPlan, genericPlan]) {
    const plan = await how(service.database, name, values);
    const read = plan.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`));
    expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
  }
}

it.each<[name: string, values: unknown[]]>([
  ['filerequests_count_open', [ID, 200]],
  ['filerequests_reserve', [ID, 1]],
  ['filerequests_give_back', [ID, 1, 1]],
  ['filerequests_tell_storage', [ID]],
  ['filerequests_tell_submission', [ID, true]],
  ['filerequests_due', [[], 50]],
  ['filerequests_closing', ['2026-01-01', NIL, 30, 500]],
  ['filerequests_items_with_files', [ID, [ID]]],
  ['filerequests_item_counts', [ID]],
  ['filerequests_drop_items', [[ID]]],
  ['filerequests_recipients', [ID]],
  ['filerequests_remind', [ID, null, true]],
  ['filerequests_remind', [ID, [ID], false]],
  ['filerequests_due_reminders', [ID, '2026-01-01', 500]],
  ['filerequests_renew_links', [[ID], ['x']]],
  ['filerequests_missing_items', [ID, ID]],
  ['filerequests_namesakes', [ID, 'A']],
  ['filerequests_drafts_of_request', [ID, NIL, 100]],
  ['filerequests_numbers', [ID]],
  ['filerequests_empty_drafts', ['2020-01-01', NIL, 500]],
  ['filerequests_drop_drafts', [[ID]]],
  ['filerequests_files_of_item', [ID, ID]],
  ['filerequests_expired_files', ['2020-01-01', NIL, 500]],
  ['filerequests_shown_files', [[ID]]],
  ['filerequests_settle_file', [ID, null]],
  ['filerequests_reject_files', [ID, JSON.stringify([{ id: ID, reason: null }])]],
  ['filerequests_figures_requests', [ID, ...DAYS]],
  ['filerequests_figures_submissions', [ID, ...DAYS]],
  ['filerequests_figures_files', [ID, ...DAYS]],
  ['filerequests_figures_recipients', [ID, ...DAYS]],
  ['filerequests_export requests', [ID]],
  ['filerequests_export items', [ID]],
  ['SELECT * FROM ext_filerequests.requests WHERE code = $1', ['code']],
  ['SELECT * FROM ext_filerequests.recipients WHERE token_hash = $1', ['x']],
  ['SELECT * FROM ext_filerequests.submissions WHERE receipt_hash = $1 AND request_id = $2', ['x', ID]],
  ['SELECT FROM ext_filerequests.submissions WHERE folder_id = $1 LIMIT 1', [ID]],
])('%s reads by an index', expectByIndex);

it('lists are read by an index, in their order', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'filerequests' }).expect(200);
  const { body } = await owner.client.post('/v1/apps/filerequests/create-request', { title: 'A' }).expect(200);
  const request_id = body.request.id;
  for (const [letters, filter] of [
    ['', {}],
    [' a', { status: 'open' }],
    [' b', { q: 'word' }],
  ] as const) {
    await owner.client.post('/v1/apps/filerequests/list-requests', filter).expect(200);
    await expectByIndex(`filerequests_own newest${letters}`, [ID, ...END, 21, ...Object.values(filter)]);
  }
  for (const [letters, filter] of [
    [' a', {}],
    [' b', { status: 'draft' }],
    [' ac', { recipient_id: ID }],
  ] as const) {
    await owner.client.post('/v1/apps/filerequests/list-submissions', { request_id, ...filter }).expect(200);
    await expectByIndex(`filerequests_submissions newest${letters}`, [ID, ...END, 21, ...Object.values(filter)]);
  }
  for (const [name, values] of [
    ['filerequests_own newest', [ID, ...END, 21]],
    ['filerequests_submissions newest b', [ID, ...END, 21, 'draft']],
  ] as const) {
    const plan = await genericPlan(service.database, name, [...values]);
    expect({ name, sorted: plan.filter((step) => step.startsWith('Sort')) }).toEqual({ name, sorted: [] });
  }
});
