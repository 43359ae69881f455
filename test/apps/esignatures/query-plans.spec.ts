import '../../../src/apps/esignatures/esignatures.app.js';
import { randomUUID } from 'node:crypto';
import { expectAlwaysIndexed, genericPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const NIL = '00000000-0000-0000-0000-000000000000';
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['envelopes', 'envelope_documents', 'signers', 'signer_links', 'fields', 'audit_events'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_esignatures.envelopes (owner_id, title, status, sent_at, expires_at, ended_at, final_sha256, public_code,
      created_at)
    SELECT u.ids[1 + n % 500], 'Agreement ' || n, s.status, at, at + interval '30 days',
      CASE WHEN s.status = 'sent' THEN NULL ELSE at + interval '1 day' END, 'hash' || n, 'code' || n, at
    FROM generate_series(1, 10000) n, (SELECT array_agg(id) AS ids FROM account.users) u,
      LATERAL (SELECT now() - n * interval '5 minutes' AS at) moment,
      LATERAL (SELECT CASE WHEN n % 20 = 0 THEN 'sent' WHEN n % 20 = 1 THEN 'sealing' WHEN n % 20 = 2 THEN 'draft'
        WHEN n % 4 = 3 THEN 'voided' ELSE 'completed' END AS status) s`);
  await ask(`
    INSERT INTO ext_esignatures.envelope_documents (envelope_id, position, document_id, name)
    SELECT id, n, gen_random_uuid(), 'a.pdf' FROM ext_esignatures.envelopes, generate_series(0, 1) n`);
  await ask(`
    INSERT INTO ext_esignatures.signers (envelope_id, name, user_id, auth, status, position, ready_at, acted_at, created_at)
    SELECT e.id, 'Signer ' || n, CASE WHEN n = 1 THEN u.ids[1 + hashtext(e.title) & 255] END,
      CASE WHEN n = 1 THEN 'account' ELSE 'link' END,
      CASE WHEN e.status = 'sent' THEN 'ready' WHEN e.status = 'draft' THEN 'waiting' ELSE 'signed' END, n, e.sent_at, e.ended_at,
      e.created_at
    FROM ext_esignatures.envelopes e, generate_series(1, 2) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_esignatures.signer_links (signer_id, token_hash) SELECT id, id::text FROM ext_esignatures.signers`);
  await ask(`
    INSERT INTO ext_esignatures.fields (envelope_id, envelope_document_id, signer_id, type, page, x, y, width, height)
    SELECT s.envelope_id, d.id, s.id, 'signature', 1, 0, 0, 0.1, 0.1
    FROM ext_esignatures.signers s JOIN ext_esignatures.envelope_documents d USING (envelope_id)`);
  await ask(`
    INSERT INTO ext_esignatures.audit_events (envelope_id, seq, event, data, at, prev_hash, hash)
    SELECT id, n, 'viewed', '{}', now(), '', '' FROM ext_esignatures.envelopes, generate_series(1, 5) n`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function expectByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['esignatures_due', [50]],
  ['esignatures_left', [50]],
  ['esignatures_due_reminders', ['2026-01-01', NIL, 500]],
  ['esignatures_held', ['1970-01-01', NIL, 200]],
  ['esignatures_drop_drafts', [ID]],
  ['esignatures_open_of', [ID]],
  ['esignatures_finals', [ID]],
  ['esignatures_figures', [ID, ...DAYS]],
  ['esignatures_advance', [ID]],
  ['esignatures_remind', [ID, null]],
  ['esignatures_remind', [ID, [ID]]],
  ['esignatures_copied', [ID]],
  ['esignatures_correct', [ID, JSON.stringify([{ id: ID }])]],
  ['esignatures_revoke_links', [[ID]]],
  ['esignatures_freeze', [ID, JSON.stringify([{ id: ID }])]],
  ['esignatures_fill', [ID, [ID], ['x']]],
  ['esignatures_clear_documents', [ID]],
  ['esignatures_clear_signers', [ID]],
  ['esignatures_export envelopes', [ID]],
  ['esignatures_export envelope_documents', [ID]],
  ['esignatures_export signers', [ID]],
  ['esignatures_export signer_links', [ID]],
  ['esignatures_export fields', [ID]],
  ['esignatures_export audit_events', [ID]],
  ['SELECT * FROM ext_esignatures.envelopes WHERE public_code = $1 AND status = $2', ['code', 'completed']],
  ['SELECT * FROM ext_esignatures.envelopes WHERE final_sha256 = $1 AND status = $2', ['hash', 'completed']],
  ['SELECT * FROM ext_esignatures.signer_links WHERE token_hash = $1', ['x']],
  ['SELECT * FROM ext_esignatures.signers WHERE envelope_id = $1 AND user_id = $2', [ID, ID]],
  ['SELECT * FROM ext_esignatures.audit_events WHERE envelope_id = $1 ORDER BY seq', [ID]],
])('%s reads by an index, planned for its values and for any', expectByIndex);

it('the boxes are read by an index, and those of the sender and the signer in their order', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'esignatures' }).expect(200);
  const [busiest] = (
    await service.database.query(
      `SELECT user_id AS id FROM ext_esignatures.signers WHERE user_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    )
  ).rows;
  for (const box of ['sent', 'inbox', 'all']) {
    for (const [letters, filter] of [
      ['', {}],
      [' a', { status: 'sent' }],
      [' b', { q: 'word' }],
      [' ab', { status: 'sent', q: 'word' }],
    ] as const) {
      await owner.client.post('/v1/apps/esignatures/list-envelopes', { box, ...filter }).expect(200);
      const name = `esignatures_${box} newest${letters}`;
      for (const id of [ID, busiest.id]) await expectByIndex(name, [id, ...END, 21, ...Object.values(filter)]);
    }
  }
  for (const box of ['sent', 'inbox']) {
    const plan = await genericPlan(service.database, `esignatures_${box} newest`, [ID, ...END, 21]);
    expect([box, plan.some((step) => step.includes('Sort'))]).toEqual([box, false]);
  }
});
