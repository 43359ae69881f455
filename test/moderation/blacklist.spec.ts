import { BlacklistService } from '../../src/moderation/blacklist/blacklist.service.js';
import { type BlacklistType, foldEntry } from '../../src/moderation/blacklist/folding.js';
import { atOnce } from '../account/at-once.js';
import { queryPlan } from '../support/query-plan.js';
import { person } from '../social/people.js';
import { TestService } from '../support/service.js';

let service: TestService;
let blacklist: BlacklistService;
let admin: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  blacklist = service.app.get(BlacklistService);
  admin = (await person(service, 'admin')).id;
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE moderation.blacklist'));

const add = (type: BlacklistType, value: string, reason: string | null = null) =>
  service.app
    .get(BlacklistService)
    .add(admin, { type, value, reason })
    .then(({ entry }) => entry);

describe('an entry of the blacklist', () => {
  it.each<[BlacklistType, string, string]>([
    ['email', ' Bad.Guy@Example.COM ', 'bad.guy@example.com'],
    ['email', 'bad+1+2@example.com', 'bad@example.com'],
    ['email', '+bad@example.com', '+bad@example.com'],
    ['email', 'b.a.d+x@gmail.com', 'bad@gmail.com'],
    ['email', 'B.ad@GoogleMail.com.', 'bad@gmail.com'],
    ['email', 'B.ad+x@ProtonMail.com', 'bad@proton.me'],
    ['email', 'b.ad@example.com', 'b.ad@example.com'],
    ['email', 'ｂａｄ＠example.com', 'bad@example.com'],
    ['email', 'bad@bücher.de', 'bad@xn--bcher-kva.de'],
    ['email', '"a@b"@example.com', '"a@b"@example.com'],
    ['email', '"bad"@example.com', 'bad@example.com'],
    ['email', '"b\\a.d+x"@gmail.com', 'bad@gmail.com'],
    ['domain', 'Example.COM.', 'example.com'],
    ['domain', '@example.com', 'example.com'],
    ['domain', '*.example.com', 'example.com'],
    ['domain', '.example.com', 'example.com'],
    ['domain', 'ｅxample。com', 'example.com'],
    ['domain', 'BÜCHER.de', 'xn--bcher-kva.de'],
    ['domain', 'com', 'com'],
    ['username', ' Bad_Guy ', 'bad_guy'],
    ['username', 'ｂａｄ', 'bad'],
    ['ip', '192.0.2.1', 'c0000201/32'],
    ['ip', '192.0.2.77/24', 'c0000200/24'],
    ['ip', '0.0.0.0/0', '00000000/0'],
    ['ip', '::ffff:192.0.2.1', 'c0000201/32'],
    ['ip', '::ffff:192.0.2.1/120', 'c0000200/24'],
    ['ip', '2001:DB8::1', '20010db8000000000000000000000001/128'],
    ['ip', '2001:0db8:0:0:0:0:0:1', '20010db8000000000000000000000001/128'],
    ['ip', '2001:db8:ffff::/33', '20010db8800000000000000000000000/33'],
    ['ip', '::/0', '00000000000000000000000000000000/0'],
  ])('%s %s is compared as %s', (type, value, folded) => {
    expect(foldEntry(type, value)).toBe(folded);
  });

  it.each<[BlacklistType, string]>([
    ['email', ''],
    ['email', 'bad'],
    ['email', '@example.com'],
    ['email', 'bad@'],
    ['email', 'bad@exa mple.com'],
    ['email', `${'b'.repeat(250)}@example.com`],
    ['domain', ''],
    ['domain', '.'],
    ['domain', '*'],
    ['domain', 'a..b'],
    ['domain', 'exa mple.com'],
    ['domain', 'https://example.com/x'],
    ['domain', 'example.com:80'],
    ['domain', 'example.com/x'],
    ['username', '   '],
    ['ip', ''],
    ['ip', 'localhost'],
    ['ip', '1.2.3'],
    ['ip', '256.1.1.1'],
    ['ip', '010.1.1.1'],
    ['ip', '1.2.3.4/33'],
    ['ip', '1.2.3.4/'],
    ['ip', '1.2.3.4/8/8'],
    ['ip', '::1/129'],
    ['ip', '::ffff:1.2.3.4/95'],
    ['ip', '1:2'],
  ])('%s %s is none', async (type, value) => {
    expect(foldEntry(type, value)).toBeUndefined();
    expect(() => add(type, value)).toThrow('Validation error');
  });

  it('keeps its spelling, and another spelling of the value returns the same entry', async () => {
    const first = await add('email', 'B.ad@GMail.com', 'spam');
    expect(first).toEqual({
      id: expect.any(String),
      type: 'email',
      value: 'B.ad@GMail.com',
      reason: 'spam',
      created_at: expect.any(Date),
    });
    expect(await add('email', 'bad+1@googlemail.com', 'other')).toEqual(first);
    expect(await add('username', 'bad')).not.toEqual(await add('domain', 'bad'));
  });

  it('is one after concurrent additions', async () => {
    const added = await atOnce(20, () => add('domain', 'spam.example'));
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the blacklist', () => {
  it.each<[BlacklistType, string, object[], object[]]>([
    [
      'email',
      'bad@gmail.com',
      [{ email: 'B.A.D+new@googlemail.com' }, { email: 'bad@gmail.com', ip: '192.0.2.1', username: 'x' }],
      [{ email: 'bad@example.com' }, { email: 'bade@gmail.com' }, { username: 'bad@gmail.com' }],
    ],
    ['email', 'bad@example.com', [{ email: 'BAD+1@example.com.' }], [{ email: 'b.ad@example.com' }]],
    [
      'domain',
      'bücher.de',
      [{ email: 'x@XN--BCHER-KVA.de' }, { email: 'x@mail.bücher.DE.' }, { email: 'x@a.b.c.bücher.de' }],
      [{ email: 'x@xbücher.de' }, { email: 'x@bücher.de.example' }, { email: 'bücher.de@example.com' }],
    ],
    ['username', 'Admin', [{ username: 'ADMIN' }, { username: 'ａdmin' }], [{ username: 'admin1' }, {}]],
    [
      'ip',
      '192.0.2.0/24',
      [{ ip: '192.0.2.0' }, { ip: '192.0.2.255' }, { ip: '::ffff:192.0.2.9' }, { ip: '::ffff:c000:209' }],
      [{ ip: '192.0.3.0' }, { ip: '2001:db8::1' }, { ip: 'nonsense' }, { ip: '' }],
    ],
    ['ip', '2001:db8::/32', [{ ip: '2001:DB8:ffff::1' }, { ip: '2001:db8::1%eth0' }], [{ ip: '2001:db9::1' }]],
    ['ip', '0.0.0.0/0', [{ ip: '8.8.8.8' }, { ip: '::ffff:8.8.8.8' }], [{ ip: '::1' }]],
    ['ip', '::/0', [{ ip: '::1' }, { ip: 'ffff::' }], [{ ip: '8.8.8.8' }]],
  ])('with %s %s refuses exactly the matching registrations', async (type, value, refused, welcome) => {
    for (const newcomer of refused) expect(await blacklist.refuses(newcomer)).toBe(false);
    await add(type, value);
    for (const newcomer of refused) expect([newcomer, await blacklist.refuses(newcomer)]).toEqual([newcomer, true]);
    for (const newcomer of welcome) expect([newcomer, await blacklist.refuses(newcomer)]).toEqual([newcomer, false]);
  });

  it('accepts any input', async () => {
    await add('domain', 'example.com');
    for (const email of ['', '@', 'x@', 'x', '\uD83D@x', `x@${'a.'.repeat(5_000)}com`, 'x@y@example.com']) {
      expect(await blacklist.refuses({ email })).toBe(email.endsWith('@example.com'));
    }
    expect(await blacklist.refuses({})).toBe(false);
  });

  it('is read by its index', async () => {
    await service.database.query(
      `INSERT INTO moderation.blacklist (type, value, folded)
       SELECT 'email', n || '@x.example', n || '@x.example' FROM generate_series(1, 20000) n`,
    );
    await service.database.query('ANALYZE moderation.blacklist');
    const plan = await queryPlan(service.database, 'blacklist_match', [
      ['email', 'ip'],
      ['7@x.example', 'x'],
    ]);
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });
});
