import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { EDGE, EDGE_IPS, Office } from './office.js';

let office: Office;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  office = await Office.start({ SHORT_HOST: 'go.example', APP_URL: 'https://app.example' });
  ann = await office.person();
  bob = await office.person();
});
afterAll(() => office.stop());

describe('what is added', () => {
  it('is a host, whatever was pasted', async () => {
    const given: [pasted: string, host: string, is_apex: boolean][] = [
      ['https://Links.Oak.example/', 'links.oak.example', false],
      ['  oak.example.  ', 'oak.example', true],
      ['http://user.oak.example:8080/a?b#c', 'user.oak.example', false],
      ['bücher.example', 'xn--bcher-kva.example', true],
      ['www.oak.co.uk', 'www.oak.co.uk', false],
      ['oak.co.uk', 'oak.co.uk', true],
      ['oak.github.io', 'oak.github.io', true],
    ];
    for (const [pasted, host, is_apex] of given) {
      const { domain } = await office.ask(ann, 'add-domain', { host: pasted });
      expect([pasted, domain.host, domain.is_apex, domain.status, domain.routing]).toEqual([
        pasted,
        host,
        is_apex,
        'pending',
        'unknown',
      ]);
    }
  });

  it.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'https://8.8.8.8/',
    'oak',
    'localhost',
    'oak.localhost',
    'printer.local',
    'db.internal',
    'x.home.arpa',
    '*.oak.example',
    '%2a.oak.example',
    'com',
    'co.uk',
    'github.io',
    'a_b.oak.example',
    '-a.oak.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    'xn--a.example',
    'a..example',
    'javascript:alert(1)',
    'ftp://oak.example',
    'https://ann@oak.example',
    'a b.example',
    '.',
  ])('is no host: %j', async (host) => {
    await office.expectRefused(ann, 'add-domain', { host }, 400, 'Invalid host name');
  });

  it.each(['hub.example', 'ann.hub.example', 'go.example', 'app.example', EDGE])(
    'is none of the platform: %s',
    async (host) => {
      await office.expectRefused(ann, 'add-domain', { host }, 400, 'This host belongs to the platform');
    },
  );

  it('is not on the blacklist', async () => {
    await office.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', 'evil.example', 'evil.example')`,
    );
    await office.expectRefused(ann, 'add-domain', { host: 'links.evil.example' }, 400, 'Domain is not allowed');
  });

  it('is told with its records', async () => {
    const { domain, records } = await office.ask(ann, 'add-domain', { host: 'shop.oak.example' });
    const [proof, ...routing] = records;
    expect(proof).toEqual({
      type: 'TXT',
      name: '_hub.shop.oak.example',
      value: expect.stringMatching(/^hub-verify=[0-9a-f]{32}$/),
      purpose: 'proof',
      found: [],
      ok: false,
    });
    const record = { name: 'shop.oak.example', purpose: 'routing', found: [], ok: false };
    expect(routing).toEqual([{ ...record, type: 'CNAME', value: EDGE }]);
    expect(domain).not.toHaveProperty('token');
    expect(Date.parse(domain.next_check_at) - Date.parse(domain.created_at)).toBeGreaterThan(58_000);
    const apex = await office.ask(ann, 'add-domain', { host: 'fir.example' });
    expect(apex.records.slice(1).map(({ type, value }: any) => [type, value])).toEqual([
      ['A', EDGE_IPS[0]],
      ['AAAA', EDGE_IPS[1]],
    ]);
    const shown = await office.ask(ann, 'get-domain', { domain_id: domain.id });
    expect(shown).toMatchObject({ domain: { id: domain.id }, records, last_check: null });
  });
});

describe('how often', () => {
  it('is once for an account, and once for each account', async () => {
    const eve = await office.person();
    const input = { host: 'once.example' };
    const answers = await atOnce(20, () => office.call(eve, 'add-domain', input));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 1, 409: 19 }, [{ error: 'Domain already added' }]]);
    await office.ask(bob, 'add-domain', input);
  });

  it('is fifty times at most, without the removed ones', async () => {
    const eve = await office.person();
    await office.rows(
      `INSERT INTO ext_domains.domains (owner_id, host, is_apex, token, status)
       SELECT $1, 'n' || n || '.example', true, 't', CASE WHEN n <= 40 THEN 'pending' ELSE 'removed' END
       FROM generate_series(1, 60) n`,
      eve.id,
    );
    const answers = await atOnce(20, (n) => office.call(eve, 'add-domain', { host: `m${n}.example` }));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 10, 409: 10 }, [{ error: 'Domain limit reached' }]]);
    await office.expectRefused(eve, 'add-domain', { host: 'n50.example' }, 409, 'Domain limit reached');
  });
});

describe('a removed domain', () => {
  it('is nobody any more, and comes back with its id and another token', async () => {
    const domain = await office.verified(ann, 'back.example');
    const input = { domain_id: domain.domain_id };
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://elsewhere.example/' });
    await office.call(ann, 'remove-domain', input).expect(200, { message: 'Domain removed' });
    for (const action of ['get-domain', 'verify-domain', 'list-checks', 'remove-domain'])
      await office.expectRefused(ann, action, input, 404, 'Domain not found');
    await office.expectRefused(ann, 'map-domain', { ...input, target_app: null }, 404, 'Domain not found');
    const { domains } = await office.ask(ann, 'list-domains', { limit: 100 });
    expect(domains.map(({ id }: any) => id)).not.toContain(domain.id);
    const again = await office.add(ann, 'back.example');
    expect(again).toMatchObject({ id: domain.id, status: 'pending', target_app: null, verified_at: null });
    expect(again.proof.value).not.toBe(domain.proof.value);
    expect(await office.ask(ann, 'get-domain', input)).toMatchObject({
      last_check: null,
      records: [{ found: [] }, {}, {}],
    });
    // The old record is still in DNS.
    expect((await office.verify(ann, again)).check.problem).toBe('txt_mismatch');
  });

  it('keeps its short links unless it is forced', async () => {
    const domain = await office.verified(ann, 'linked.example');
    office.service.beside('shortlinks', { countOn: async (id: string) => (id === domain.id ? 3 : 0) });
    const refusal = 'Domain has 3 short links; pass force to remove it';
    await office.expectRefused(ann, 'remove-domain', { domain_id: domain.id }, 409, refusal);
    await office.ask(ann, 'remove-domain', { domain_id: domain.id, force: true });
    // Somebody else may prove it now.
    await office.verified(bob, 'linked.example');
  });

  it('may be taken down by an admin alone', async () => {
    const domain = await office.verified(ann, 'phishing.example');
    await office.expectRefused(bob, 'remove-domain', { domain_id: domain.id }, 403, 'Forbidden');
    const admin = await office.service.admin();
    await office.ask(admin, 'remove-domain', { domain_id: domain.id });
    expect((await office.row(domain)).status).toBe('removed');
  });
});
