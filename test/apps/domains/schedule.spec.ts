import { isBad } from '../../../src/apps/domains/checks/outcome.policy.js';
import { FIRST_PAUSE, pauseAfter } from '../../../src/apps/domains/checks/schedule.policy.js';
import { atOnce } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
import { ELSEWHERE, Office } from './office.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let office: Office;
let ann: Account;
let hosts = 0;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
});
afterAll(() => office.stop());

const nextHost = () => `s${++hosts}.example`;
/** Since a second: the column rounds to milliseconds, and what is rounded up is not due yet. */
const due = (ids: string[]) =>
  office.rows(`UPDATE ext_domains.domains SET next_check_at = now() - interval '1 second' WHERE id = ANY ($1)`, ids);
const pauseOf = ({ last_checked_at, next_check_at }: any) => Math.round((next_check_at - last_checked_at) / MINUTE);

describe('the schedule', () => {
  it('is dense at first, hourly then, and ends after seven days', () => {
    const pauses = [FIRST_PAUSE];
    for (let pause = pauseAfter(1); pause; pause = pauseAfter(pauses.length)) pauses.push(pause);
    expect(pauses.slice(0, 7).map((pause) => pause / MINUTE)).toEqual([1, 2, 5, 10, 30, 60, 60]);
    const all = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(all).toBeLessThanOrEqual(7 * DAY);
    expect(all).toBeGreaterThan(7 * DAY - 60 * MINUTE);
  });

  it('checks a new domain first a minute later', async () => {
    const domain = await office.add(ann, nextHost());
    await office.run();
    expect((await office.row(domain)).last_checked_at).toBeNull();
    const first = await office.check(domain);
    expect([first.status, first.check_count, pauseOf(first)]).toEqual(['pending', 1, 2]);
    expect((await office.check(domain)).check_count).toBe(2);
    const { checks } = await office.ask(ann, 'list-checks', { domain_id: domain.id });
    expect(checks.map(({ trigger }: any) => trigger)).toEqual(['scheduled', 'added']);
  });

  it('finds the record when it is there, and looks at a verified domain each day', async () => {
    const domain = await office.add(ann, nextHost());
    await office.check(domain);
    office.prove(domain);
    const verified = await office.check(domain);
    expect([verified.status, verified.check_count, pauseOf(verified)]).toEqual(['verified', 0, 24 * 60]);
    expect(pauseOf(await office.check(domain))).toBe(24 * 60);
  });

  it('gives up after the last check', async () => {
    const domain = await office.add(ann, nextHost());
    await office.set(domain, 'check_count = 170');
    expect(await office.check(domain)).toMatchObject({ status: 'pending', check_count: 171 });
    expect(await office.check(domain)).toMatchObject({
      status: 'failed',
      next_check_at: null,
      last_problem: 'txt_missing',
    });
  });

  it('takes each domain once, although three run', async () => {
    const domains = [];
    for (let n = 0; n < 30; n++) domains.push(await office.add(ann, nextHost()));
    await office.rows(`UPDATE ext_domains.domains SET next_check_at = NULL`);
    await due(domains.map(({ id }) => id));
    await atOnce(3, () => office.run());
    const [{ checks, domains: checked }] = await office.rows(
      `SELECT count(*)::int AS checks, count(DISTINCT domain_id)::int AS domains FROM ext_domains.checks
       WHERE domain_id = ANY ($1)`,
      domains.map(({ id }) => id),
    );
    expect([checks, checked]).toEqual([30, 30]);
  });

  it('goes on with the others while a name server is silent', async () => {
    const owner = await office.person();
    const domains: any[] = [];
    for (let n = 0; n < 30; n++) domains.push(await office.add(owner, nextHost()));
    const ids = domains.map(({ id }) => id);
    await office.rows(`UPDATE ext_domains.domains SET next_check_at = NULL`);
    await due(ids);
    const { of } = office.lookUp;
    let answer = () => {};
    const silence = new Promise<void>((resolve) => (answer = resolve));
    office.lookUp.of = async (host) => {
      if (host === domains[0].host) await silence;
      return of.call(office.lookUp, host);
    };
    const run = office.run();
    const checked = async () =>
      (await office.rows('SELECT FROM ext_domains.checks WHERE domain_id = ANY ($1)', ids)).length;
    await eventually(async () => expect(await checked()).toBe(29));
    answer();
    await run;
    office.lookUp.of = of;
    expect(await checked()).toBe(30);
  });

  it('leaves to a later run what a process that died had taken', async () => {
    const domain = await office.add(await office.person(), nextHost());
    await office.rows('UPDATE ext_domains.domains SET next_check_at = NULL');
    // As if the process had died between taking the domain and the answer of DNS.
    await office.set(domain, `next_check_at = now() + interval '5 minutes'`);
    await office.run();
    expect((await office.row(domain)).last_checked_at).toBeNull();
    expect((await office.check(domain)).last_checked_at).not.toBeNull();
  });

  it('draws no conclusion of an answer that came after the domain was removed', async () => {
    const domain = await office.add(await office.person(), nextHost());
    office.prove(domain);
    const { of } = office.lookUp;
    office.lookUp.of = async (host) => {
      await office.set(domain, `token = 'another', status = 'removed', next_check_at = NULL`);
      return of.call(office.lookUp, host);
    };
    const left = await office.check(domain);
    office.lookUp.of = of;
    expect([left.status, left.last_checked_at]).toEqual(['removed', null]);
  });
});

describe('a verified domain', () => {
  /** Its records go, and it is checked after so many days. */
  const checked = async (domain: any, records: object, days = 0) => {
    office.dns.remove(domain.proof.name);
    office.dns.set(domain.host, records);
    if (days) await office.set(domain, `bad_since = now() - interval '${days} days'`);
    return office.check(domain);
  };

  it('needs no TXT record as long as its traffic arrives', async () => {
    const domain = await office.verified(await office.person(), nextHost());
    const kept = await checked(domain, { A: ['203.0.113.10'] }, 40);
    expect(kept).toMatchObject({ status: 'verified', bad_since: null, last_problem: null });
  });

  it('lapses when proof and traffic were gone for thirty days', async () => {
    const domain = await office.verified(await office.person(), nextHost());
    const bad = await checked(domain, { A: ['10.0.0.1'] });
    expect(bad).toMatchObject({ status: 'verified', last_problem: 'routing_wrong', routing: 'wrong' });
    expect(bad.bad_since).not.toBeNull();
    expect((await checked(domain, {}, 29)).status).toBe('verified');
    const lapsed = await checked(domain, {}, 30);
    expect(lapsed).toMatchObject({ status: 'lapsed', next_check_at: null, last_problem: 'routing_missing' });
    // Another account may have the host now.
    await office.verified(await office.person(), domain.host);
  });

  it('counts as reached behind a proxy while requests come', async () => {
    const domain = await office.verified(await office.person(), nextHost());
    await office.set(domain, `last_seen_on = current_date - 6`);
    expect(await checked(domain, { A: [ELSEWHERE] }, 40)).toMatchObject({ status: 'verified', bad_since: null });
    await office.set(domain, `last_seen_on = current_date - 9`);
    const unseen = await checked(domain, { A: [ELSEWHERE] });
    expect(unseen).toMatchObject({ status: 'verified', routing: 'proxied', last_problem: 'txt_missing' });
    expect((await checked(domain, { A: [ELSEWHERE] }, 31)).status).toBe('lapsed');
  });

  it('neither begins nor stops to lapse by a failure of DNS', async () => {
    const domain = await office.verified(await office.person(), nextHost());
    const fails = (fault?: 'failure') => office.dns.fault('TXT', domain.proof.name, fault);
    fails('failure');
    expect(await checked(domain, {})).toMatchObject({ bad_since: null, last_problem: 'routing_missing' });
    fails();
    const { bad_since } = await checked(domain, {});
    fails('failure');
    expect((await checked(domain, {})).bad_since).toEqual(bad_since);
    expect((await checked(domain, {}, 60)).status).toBe('verified');
    fails();
    office.prove(domain);
    expect((await office.check(domain)).bad_since).toBeNull();
  });

  it('is seen on a day that is at most a week ago', () => {
    const now = Date.parse('2025-03-10T12:00:00Z');
    const result = { proof: 'missing', routing: 'proxied' } as const;
    const bad = (day: string | null) => isBad(result, day, now);
    // A request in the evening of the third is six and a half days ago.
    expect([bad('2025-03-10'), bad('2025-03-03'), bad('2025-03-02'), bad(null)]).toEqual([false, false, true, true]);
  });
});
