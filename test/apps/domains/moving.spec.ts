import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Office } from './office.js';

let office: Office;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
  bob = await office.person();
});
afterAll(() => office.stop());

const values = (...domains: any[]) => ({ values: domains.map(({ proof }) => proof.value) });

describe('a host that another account has proved', () => {
  it('stays there as long as its record is in DNS', async () => {
    const held = await office.verified(ann, 'held.example');
    const claim = await office.add(bob, 'held.example');
    expect((await office.verify(bob, claim)).check).toMatchObject({ problem: 'txt_mismatch', txt_ok: false });
    office.prove(claim, values(held, claim));
    const { check, domain } = await office.verify(bob, claim);
    expect(check).toMatchObject({ problem: 'held_by_other', txt_ok: true, routing: 'ok' });
    expect(check.explanation).toContain('Another account');
    expect(domain).toMatchObject({ status: 'pending', last_problem: 'held_by_other' });
    expect((await office.get(ann, held)).status).toBe('verified');
    expect((await office.ask(bob, 'list-checks', { domain_id: claim.id })).checks).toHaveLength(2);
    // What it shows is the holder's.
    await office.expectRefused(
      bob,
      'map-domain',
      { domain_id: claim.id, target_app: null },
      409,
      'Domain is not verified',
    );
  });

  it('moves when its record was replaced, and is served for the new account at once', async () => {
    const held = await office.verified(ann, 'moved.example');
    await office.map(ann, held, { target_app: 'redirect', redirect_url: 'https://ann.example/' });
    expect((await office.open('moved.example', '/')).headers.location).toBe('https://ann.example/');
    const claim = await office.add(bob, 'moved.example');
    office.prove(claim);
    expect((await office.verify(bob, claim)).domain.status).toBe('verified');
    const lapsed = await office.get(ann, held);
    expect(lapsed).toMatchObject({ status: 'lapsed', last_problem: 'held_by_other', next_check_at: null });
    expect((await office.open('moved.example', '/')).text).toContain('Nothing is published here yet');
    await office.map(bob, claim, { target_app: 'redirect', redirect_url: 'https://bob.example/' });
    expect((await office.open('moved.example', '/')).headers.location).toBe('https://bob.example/');
    // The former holder may claim it in the same way.
    office.prove(held);
    expect((await office.verify(ann, held)).domain.status).toBe('verified');
    expect((await office.open('moved.example', '/')).headers.location).toBe('https://ann.example/');
  });

  it('moves by the job too', async () => {
    const held = await office.verified(ann, 'job.example');
    const claim = await office.add(bob, 'job.example');
    office.prove(claim, values(held, claim));
    expect(await office.check(claim)).toMatchObject({
      status: 'pending',
      last_problem: 'held_by_other',
      check_count: 1,
    });
    office.prove(claim);
    expect((await office.check(claim)).status).toBe('verified');
    expect((await office.row(held)).status).toBe('lapsed');
  });

  it('stays with its holder where DNS fails', async () => {
    const held = await office.verified(ann, 'failing.example');
    const claim = await office.add(bob, 'failing.example');
    office.dns.fault('TXT', claim.proof.name, 'failure');
    expect((await office.verify(bob, claim)).check.problem).toBe('dns_error');
    expect((await office.get(ann, held)).status).toBe('verified');
  });

  it('does not move to a host below it or above it', async () => {
    const held = await office.verified(ann, 'links.tree.example');
    for (const host of ['tree.example', 'x.links.tree.example']) {
      const other = await office.add(bob, host);
      expect((await office.verify(bob, other)).check.problem).toBe('txt_missing');
    }
    expect((await office.get(ann, held)).status).toBe('verified');
  });
});

describe('a race', () => {
  it('for a free host has one winner, and the others are told who is not', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => office.person()));
    const claims: any[] = [];
    for (const one of people) claims.push(await office.add(one, 'race.example'));
    office.prove(claims[0], values(...claims));
    const answers = await atOnce(claims.length, (n) => office.verify(people[n] as Account, claims[n]));
    const found = answers.map(({ domain, check }) => `${domain.status} ${check.problem}`).sort();
    expect(found).toEqual([...Array(5).fill('pending held_by_other'), 'verified null']);
  });

  it('for a held host has one winner too', async () => {
    const held = await office.verified(ann, 'contest.example');
    const people = await Promise.all(Array.from({ length: 6 }, () => office.person()));
    const claims: any[] = [];
    for (const one of people) claims.push(await office.add(one, 'contest.example'));
    office.prove(claims[0], values(...claims));
    const answers = await atOnce(claims.length, (n) => office.verify(people[n] as Account, claims[n]));
    expect(answers.filter(({ domain }) => domain.status === 'verified')).toHaveLength(1);
    expect((await office.row(held)).status).toBe('lapsed');
  });

  it('of a claim and of its removal leaves nothing served for the removed one', async () => {
    for (let n = 0; n < 5; n++) {
      const domain = await office.add(ann, `gone${n}.example`);
      office.prove(domain);
      const input = { domain_id: domain.id };
      await atOnce(2, (at) => office.call(ann, at ? 'remove-domain' : 'verify-domain', input));
      expect(await office.row(domain)).toMatchObject({ status: 'removed', next_check_at: null });
      expect((await office.open(domain.host, '/')).status).toBe(404);
    }
  });
});
