import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { EDGE, EDGE_IPS, ELSEWHERE, Office } from './office.js';

let office: Office;
let ann: Account;
let hosts = 0;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
});
afterAll(() => office.stop());

/** A host of its own for each test. */
const nextHost = (name = 'links') => `${name}.h${++hosts}.example`;

describe('the proof', () => {
  it('is missing, wrong, and then right', async () => {
    const domain = await office.add(ann, nextHost());
    const missing = await office.verify(ann, domain);
    expect(missing.check).toMatchObject({
      trigger: 'manual',
      txt_ok: false,
      problem: 'txt_missing',
      routing: 'missing',
    });
    expect(missing.check.explanation).toContain('SOA minimum');
    expect(missing.domain).toMatchObject({ status: 'pending', last_problem: 'txt_missing' });
    office.prove(domain, { values: ['v=spf1 -all', 'hub-verify=old'] });
    const wrong = await office.verify(ann, domain);
    expect(wrong.check).toMatchObject({ txt_ok: false, problem: 'txt_mismatch', routing: 'ok' });
    expect(wrong.records[0]).toMatchObject({ found: ['v=spf1 -all', 'hub-verify=old'], ok: false });
    office.prove(domain, { values: ['v=spf1 -all', domain.proof.value] });
    const right = await office.verify(ann, domain);
    expect(right.check).toMatchObject({ txt_ok: true, problem: null, routing: 'ok', explanation: null });
    expect(right.domain).toMatchObject({ status: 'verified', routing: 'ok', last_problem: null });
    expect(right.records.map(({ ok }: any) => ok)).toEqual([true, true]);
    expect(Date.parse(right.domain.verified_at)).toBeGreaterThan(Date.parse(domain.created_at));
    const { last_check, records } = await office.ask(ann, 'get-domain', { domain_id: domain.id });
    expect([last_check, records]).toEqual([right.check, right.records]);
  });

  it('is read from chunks, quotes and spaces', async () => {
    const domain = await office.add(ann, nextHost());
    const { value } = domain.proof;
    office.prove(domain);
    office.dns.set(domain.proof.name, { TXT: [[' "', value.slice(0, 20), value.slice(20), '" ']] });
    expect((await office.verify(ann, domain)).domain.status).toBe('verified');
  });

  it('is not another token, however close', async () => {
    const domain = await office.add(ann, nextHost());
    const { value } = domain.proof;
    office.prove(domain, { values: [`${value}0`, value.slice(0, -1), value.toUpperCase(), `x${value}`] });
    expect((await office.verify(ann, domain)).check.problem).toBe('txt_mismatch');
  });

  it('is neither there nor missing where DNS fails', async () => {
    const domain = await office.add(ann, nextHost());
    office.prove(domain);
    office.dns.fault('TXT', domain.proof.name, 'failure');
    const { check, domain: left } = await office.verify(ann, domain);
    expect([check.problem, check.routing, left.status]).toEqual(['dns_error', 'ok', 'pending']);
    expect(check.answers[0]).toMatchObject({ values: [], error: 'ESERVFAIL' });
  });

  it('is asked for a limited time', async () => {
    const domain = await office.add(ann, nextHost());
    for (const type of ['TXT', 'CNAME', 'A', 'AAAA'] as const)
      office.dns.fault(type, type === 'TXT' ? domain.proof.name : domain.host, 'silence');
    const { limits } = office.resolver;
    office.resolver.limits = { ...limits, allMs: 200 };
    const { check, domain: left } = await office.verify(ann, domain);
    office.resolver.limits = limits;
    expect([check.problem, check.routing, left.routing]).toEqual(['dns_error', 'unknown', 'unknown']);
    expect(check.answers.map(({ error }: any) => error)).toEqual(Array(4).fill('ECANCELLED'));
  });
});

describe('the routing', () => {
  const looked = async (name: string, set: (host: string) => void) => {
    const domain = await office.add(ann, nextHost(name));
    office.prove(domain);
    set(domain.host);
    const { check, records } = await office.verify(ann, domain);
    expect(check.txt_ok).toBe(true);
    return { check, record: records[1], found: [check.routing, check.problem] };
  };

  it('is right by a chain of names that ends at the edge', async () => {
    const { found, record, check } = await looked('chain', (host) => {
      office.dns.set(host, { CNAME: 'a.chain.example' });
      office.dns.set('a.chain.example', { CNAME: EDGE });
    });
    expect([found, record.found, record.ok]).toEqual([['ok', null], ['a.chain.example', EDGE], true]);
    expect(check.answers.map(({ type, name }: any) => `${type} ${name}`).slice(1, 3)).toEqual([
      expect.stringMatching(/^CNAME chain/),
      'CNAME a.chain.example',
    ]);
  });

  it('is followed for eight names', async () => {
    const chain = (edgeAt: number) => (host: string) => {
      const names = [host, ...Array.from({ length: edgeAt - 1 }, (_, n) => `c${n}.${host}`), EDGE];
      for (const [at, name] of names.slice(0, -1).entries()) office.dns.set(name, { CNAME: names[at + 1] as string });
    };
    expect((await looked('eight', chain(8))).found).toEqual(['ok', null]);
    expect((await looked('nine', chain(9))).found).toEqual(['wrong', 'routing_wrong']);
    const circle = await looked('circle', (host) => office.dns.set(host, { CNAME: host }));
    expect(circle.found).toEqual(['wrong', 'routing_wrong']);
  });

  it.each<[string, object, string, string | null]>([
    ['the addresses of the edge', { A: EDGE_IPS.slice(0, 1), AAAA: ['2001:db8:0:0::10'] }, 'ok', null],
    ['another public address', { A: [ELSEWHERE] }, 'proxied', null],
    ['a public address beside the edge', { A: [EDGE_IPS[0], ELSEWHERE] }, 'proxied', null],
    ['a private address', { A: ['10.0.0.1'] }, 'wrong', 'routing_wrong'],
    ['a private address beside the edge', { A: [EDGE_IPS[0], '192.168.1.1'] }, 'wrong', 'routing_wrong'],
    ['the machine itself', { AAAA: ['::1'] }, 'wrong', 'routing_wrong'],
    ['metadata of a cloud', { A: ['169.254.169.254'] }, 'wrong', 'routing_wrong'],
    ['a name that leads nowhere', { CNAME: 'nowhere.example' }, 'wrong', 'routing_wrong'],
    ['nothing', {}, 'missing', 'routing_missing'],
  ])('by %s', async (_, records, routing, problem) => {
    const { found, record } = await looked('by', (host) => office.dns.set(host, records));
    expect([...found, record.ok]).toEqual([routing, problem, routing === 'ok']);
  });

  it('is unknown where DNS fails, and what was known stays', async () => {
    const domain = await office.verified(ann, nextHost());
    office.dns.fault('A', domain.host, 'failure');
    const { check, domain: left } = await office.verify(ann, domain);
    expect([check.routing, check.problem, left.routing, left.status]).toEqual([
      'unknown',
      'dns_error',
      'ok',
      'verified',
    ]);
  });

  it('never asks for more than DNS, and shows what a zone holds as plain text', async () => {
    const domain = await office.add(ann, nextHost());
    const values = ['<script>\u0000\u0007', 'x'.repeat(250), ...Array.from({ length: 12 }, (_, n) => `v${n}`)];
    office.dns.set(domain.proof.name, { TXT: values.slice(0, 4) });
    const { records } = await office.verify(ann, domain);
    expect(records[0].found[0]).toBe('<script>\uFFFD\uFFFD');
    office.dns.set(domain.proof.name, { TXT: values.slice(2) });
    const { check } = await office.verify(ann, domain);
    expect(check.answers[0].values).toHaveLength(10);
  });
});

describe('asking again', () => {
  it('waits ten seconds, and of twenty at once one counts', async () => {
    const domain = await office.add(ann, nextHost());
    office.prove(domain);
    const answers = await atOnce(20, () => office.call(ann, 'verify-domain', { domain_id: domain.id }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const { body } = await office.call(ann, 'verify-domain', { domain_id: domain.id }).expect(409);
    expect(body.error).toMatch(/^Checked a moment ago, try again in \d+ seconds$/);
    expect((await office.ask(ann, 'list-checks', { domain_id: domain.id })).checks).toHaveLength(1);
  });

  it('keeps the schedule of a pending domain, and begins that of a failed one', async () => {
    const domain = await office.add(ann, nextHost());
    const { next_check_at } = await office.row(domain);
    await office.verify(ann, domain);
    expect((await office.row(domain)).next_check_at).toEqual(next_check_at);
    for (const status of ['failed', 'lapsed']) {
      await office.set(domain, `status = '${status}', next_check_at = NULL, check_count = 172`);
      const { domain: again } = await office.verify(ann, domain);
      expect([again.status, again.check_count]).toEqual(['pending', 0]);
      expect(Date.parse(again.next_check_at) - Date.parse(again.last_checked_at)).toBeGreaterThan(58_000);
    }
  });

  it('is listed, the newest hundred', async () => {
    const domain = await office.add(ann, nextHost());
    await office.rows(
      `INSERT INTO ext_domains.checks (domain_id, trigger, txt_ok, routing, answers, created_at)
       SELECT $1, 'scheduled', false, 'unknown', '[]', now() - n * interval '1 hour' FROM generate_series(1, 105) n`,
      domain.id,
    );
    await office.verify(ann, domain);
    const input = { domain_id: domain.id, limit: 60 };
    const first = await office.ask(ann, 'list-checks', input);
    const rest = await office.ask(ann, 'list-checks', { ...input, cursor: first.next_cursor });
    expect([first.checks.length, rest.checks.length, rest.next_cursor]).toEqual([60, 40, null]);
    expect(first.checks[0]).toMatchObject({ trigger: 'manual', answers: [{ ms: expect.any(Number) }, {}, {}, {}] });
    await office.expectRefused(ann, 'list-checks', { ...input, cursor: 'x' }, 400, 'Invalid cursor');
  });

  it('is for the owner', async () => {
    const domain = await office.add(ann, nextHost());
    const eve = await office.person();
    const before = office.dns.asked.length;
    for (const action of ['get-domain', 'verify-domain', 'list-checks'])
      await office.expectRefused(eve, action, { domain_id: domain.id }, 403, 'Forbidden');
    expect(office.dns.asked).toHaveLength(before);
  });
});
