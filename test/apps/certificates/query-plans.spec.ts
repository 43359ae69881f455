import '../../../src/apps/certificates/certificates.app.js';
import { randomUUID } from 'node:crypto';
import { expectAlwaysIndexed } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['templates', 'template_versions', 'assets', 'certificates', 'revisions'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'c' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_certificates.templates (owner_id, name) SELECT u.id, 'T' || n FROM account.users u, generate_series(1, 4) n`);
  await ask(`
    INSERT INTO ext_certificates.template_versions (template_id, owner_id, version, title, issuer_name, page, orientation, layout)
    SELECT id, owner_id, 1, 'Title', 'Issuer', 'a4', 'landscape', '{"elements":[]}' FROM ext_certificates.templates`);
  await ask(`
    UPDATE ext_certificates.templates t SET current_version_id = v.id
    FROM ext_certificates.template_versions v WHERE v.template_id = t.id`);
  await ask(`
    INSERT INTO ext_certificates.assets (owner_id, storage_key, content_type, size_bytes, status)
    SELECT owner_id, gen_random_uuid()::text, 'image/png', 9, 'ready' FROM ext_certificates.templates, generate_series(1, 3)`);
  await ask(`
    INSERT INTO ext_certificates.certificates (owner_id, template_id, template_version_id, code, recipient_name,
      recipient_user_id, custom_values, issued_on, expires_on, status, claim_hash, external_ref, content_hash, created_at)
    SELECT v.owner_id, v.template_id, v.id, md5(v.id::text || n), 'Name', u.ids[1 + n * 7 % 500], '{}', current_date,
      current_date + n * 30, CASE WHEN n % 7 = 0 THEN 'revoked' ELSE 'active' END, md5('h' || v.id || n), 'r' || n, 'x',
      now() - n * interval '1 minute'
    FROM ext_certificates.template_versions v, generate_series(1, 12) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_certificates.revisions (certificate_id, owner_id, revision, actor_user_id, event, before, after)
    SELECT id, owner_id, 1, owner_id, 'issued', '{}', '{}' FROM ext_certificates.certificates`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['certificates_template_shown', [ID]],
  ['certificates_shown_by_ids', [[ID]]],
  ['certificates_shown_by_code', ['code']],
  ['certificates_lock_template', [ID]],
  ['certificates_valid_of_users', [ID, [ID]]],
  ['certificates_by_refs', [ID, ['r1']]],
  ['certificates_issued_revisions', [[ID], ID]],
  ['certificates_pdfs_of_recipient', [ID]],
  ['certificates_revoked_of', [ID]],
  ['certificates_mark_expiring', [500]],
  ['certificates_assets_drop_awaiting', [500]],
  ['certificates_assets_drop_unused', [ID, ID]],
  ['certificates_assets_next', [ID, 500]],
  ['certificates_figures', [ID, ...DAYS]],
  ['certificates_top_templates', [ID, ...DAYS]],
  ['certificates_export templates', [ID]],
  ['certificates_export template_versions', [ID]],
  ['certificates_export assets', [ID]],
  ['certificates_export certificates', [ID]],
  ['certificates_export revisions', [ID]],
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('lists are read by an index, whatever is looked for', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'certificates' }).expect(200);
  const ask = (action: string, input: object) =>
    owner.client.post(`/v1/apps/certificates/${action}`, input).expect(200);
  for (const box of ['issued', 'received']) {
    for (const [letters, filter, ...values] of [
      ['', {}],
      ['a', { template_id: ID }, ID],
      ['b', { status: 'valid' }],
      ['c', { status: 'expired' }],
      ['d', { status: 'revoked' }],
      ['e', { q: 'word' }, '%word%'],
      ['f', { from: DAYS[0] }, DAYS[0]],
    ] as [string, object, ...string[]][]) {
      await ask('list-certificates', { box, ...filter });
      const name = `certificates_${box} newest${letters && ` ${letters}`}`;
      await readsByIndex(name, [ID, ...END, 21, ...values]);
    }
  }
  await ask('list-templates', { status: 'active' });
  await readsByIndex('certificates_templates newest a', [ID, ...END, 21, 'active']);
});
