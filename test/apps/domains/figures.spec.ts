import type { Account } from '../../support/service.js';
import { Office } from './office.js';

let office: Office;
let ann: Account;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
  await office.rows(
    `INSERT INTO ext_domains.domains (owner_id, host, is_apex, token, status, routing, target_app, redirect_url,
       created_at, verified_at)
     SELECT $1, host, true, 'token', status, routing, target_app, CASE target_app WHEN 'redirect' THEN 'https://a.example/' END,
       '2025-03-01T10:00Z'::timestamptz + n * interval '1 second',
       '2025-03-01T10:00Z'::timestamptz + n * interval '1 second' + minutes * interval '1 minute'
     FROM (VALUES
       (1, 'a.example', 'verified', 'ok', 'shortlinks', 10), (2, 'b.example', 'verified', 'wrong', 'redirect', 20),
       (3, 'c.example', 'verified', 'missing', 'redirect', 45), (4, 'd.example', 'verified', 'proxied', NULL, 100000),
       (5, 'e.example', 'pending', 'wrong', NULL, NULL), (6, 'f.example', 'failed', 'missing', NULL, NULL),
       (7, 'g.example', 'lapsed', 'wrong', 'shortlinks', NULL), (8, 'h.example', 'removed', 'ok', NULL, NULL)
     ) d (n, host, status, routing, target_app, minutes)`,
    ann.id,
  );
  await office.rows(
    `INSERT INTO ext_domains.checks (domain_id, trigger, txt_ok, routing, answers, created_at)
     SELECT id, 'scheduled', true, 'ok', '[]'::jsonb, '2025-03-01T10:00Z'::timestamptz FROM ext_domains.domains
     UNION ALL SELECT id, 'scheduled', true, 'ok', '[]'::jsonb, now() FROM ext_domains.domains WHERE host < 'c'`,
  );
});
afterAll(() => office.stop());

it('counts the domains as they are now, and the checks of the days', async () => {
  const { stats } = await office.ask(ann, 'stats', { from: '2025-03-01', to: '2025-03-02' });
  expect(stats).toEqual({
    domains: 7,
    verified: 4,
    pending: 1,
    failed: 1,
    lapsed: 1,
    routing_problems: 2,
    mapped: 3,
    by_target: { shortlinks: 1, biolinks: 0, blog: 0, redirect: 2 },
    checks: 8,
    median_minutes_to_verify: 20,
  });
  const recent = (await office.ask(ann, 'stats')).stats;
  expect([recent.domains, recent.checks, recent.median_minutes_to_verify]).toEqual([7, 2, null]);
  expect((await office.ask(await office.person(), 'stats')).stats).toMatchObject({ domains: 0, mapped: 0, checks: 0 });
});

it('lists the own domains by status and target, newest first', async () => {
  const hosts = async (filters: object) =>
    (await office.ask(ann, 'list-domains', filters)).domains.map(({ host }: any) => host[0]).join('');
  expect(await hosts({})).toBe('gfedcba');
  expect(await hosts({ status: 'verified' })).toBe('dcba');
  expect(await hosts({ target_app: 'redirect' })).toBe('cb');
  expect(await hosts({ status: 'lapsed', target_app: 'shortlinks' })).toBe('g');
  const first = await office.ask(ann, 'list-domains', { limit: 4 });
  const rest = await office.ask(ann, 'list-domains', { limit: 4, cursor: first.next_cursor });
  expect([first.domains.length, rest.domains.length, rest.next_cursor]).toEqual([4, 3, null]);
  expect((await office.ask(await office.person(), 'list-domains')).domains).toEqual([]);
  await office.call(ann, 'list-domains', { status: 'removed' }).expect(400);
});

it('shows the day of the last request', async () => {
  const eve = await office.person();
  const domain = await office.verified(eve, 'day.example');
  await office.set(domain, `last_seen_on = '2025-03-01', last_checked_at = now() - interval '1 minute'`);
  const [listed] = (await office.ask(eve, 'list-domains')).domains;
  const shown = [listed, await office.get(eve, domain), (await office.verify(eve, domain)).domain];
  expect(shown.map(({ last_seen_on }) => last_seen_on)).toEqual(Array(3).fill('2025-03-01'));
});

it('exports the domains with their checks', async () => {
  const { export: exported } = await office.ask(ann, 'export');
  expect([exported.domains.length, exported.checks.length]).toEqual([8, 10]);
  const { export: nothing } = await office.ask(await office.person(), 'export');
  expect([nothing.domains, nothing.checks]).toEqual([[], []]);
});

it('has settings with defaults', async () => {
  expect((await office.ask(ann, 'get-settings')).settings).toEqual({ default_not_found_url: null, force_https: true });
});

it('goes with the account', async () => {
  const eve = await office.person();
  const domain = await office.verified(eve, 'leaving.example');
  await office.rows('DELETE FROM account.users WHERE id = $1', eve.id);
  expect(await office.row(domain)).toBeUndefined();
});
