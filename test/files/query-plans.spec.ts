import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

let service: TestService;
let owner: string;
let file: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, 500) n`);
  await fill(`
    INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name, created_at, attached_at)
    SELECT platform.uuid_v7(), u.id, 'key', u.id || '/' || n, 'image/png', 'image', 1, 'a', now() - n * interval '1 hour',
      CASE WHEN n % 100 > 0 THEN now() END
    FROM account.users u, generate_series(1, 100) n`);
  await fill(`INSERT INTO files.usage (owner_id, day) SELECT id, current_date FROM account.users`);
  await fill(`INSERT INTO files.trash SELECT path, now() + random() * interval '1 hour' FROM files.files`);
  await fill(`UPDATE files.files SET expires_at = created_at + interval '1 day', of_app = true
    WHERE created_at < now() - interval '99 hours'`);
  await fill(`INSERT INTO files.uploads (id, owner_id, name, type, size, picture, attached, expires_at)
    SELECT id, owner_id, name, type, size, false, false, created_at FROM files.files`);
  await fill('ANALYZE');
  ({ id: file, owner_id: owner } = (await fill('SELECT id, owner_id FROM files.files LIMIT 1')).rows[0]);
});
afterAll(() => service.stop());

it.each<[string, () => unknown[]]>([
  ['files_of_owner', () => [owner, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 21]],
  ['files_all_of_owner', () => [owner]],
  ['SELECT * FROM files.files WHERE id = $1 AND key = $2', () => [file, 'key']],
  ['SELECT * FROM files.files WHERE id = $1 AND owner_id = $2', () => [file, owner]],
  [
    'SELECT attached_at FROM files.files WHERE id = $1 AND owner_id = $2 AND of_app = $3 FOR UPDATE',
    () => [file, owner, false],
  ],
  ['SELECT * FROM files.files WHERE id = $1', () => [file]],
  ['UPDATE files.files SET small_path = $2 WHERE id = $1 AND small_path IS NULL', () => [file, 'path']],
  ['files_attach', () => [[file], owner]],
  ['DELETE FROM files.files WHERE id = ANY ($1)', () => [[file]]],
  ['files_forget_unattached', () => [500]],
  ['SELECT * FROM files.files WHERE id = ANY ($1) AND owner_id = $2 ORDER BY id ASC', () => [[file], owner]],
  ['files_forget_expired', () => [500]],
  ['SELECT * FROM files.uploads WHERE id = $1 AND expires_at > $2', () => [file, new Date()]],
  ['DELETE FROM files.uploads WHERE id = $1', () => [file]],
  ['DELETE FROM files.uploads WHERE id = ANY ($1)', () => [[file]]],
  ['uploads_forget_expired', () => [500]],
  ['usage_of_owner', () => [owner]],
  ['trash_due', () => [100]],
  ['trash_claim', () => ['path']],
  ['UPDATE files.trash SET due_at = now() WHERE path = $1', () => ['path']],
  ['DELETE FROM files.trash WHERE path = ANY ($1)', () => [['path']]],
  ['UPDATE files.trash SET due_at = $1 WHERE path = ANY ($2)', () => [new Date(), ['path']]],
])('%s is found by an index', async (name, values) => {
  const plan = await queryPlan(service.database, name, values());
  expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
});
