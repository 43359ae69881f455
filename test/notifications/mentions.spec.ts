import fc from 'fast-check';
import { type Mentioning, MentionsService, mentionsIn } from '../../src/notifications/mentions.service.js';
import { quickest } from '../support/clock.js';
import { type Account, TestService } from '../support/service.js';
import { inbox, inTransaction, OTHER, post, THING } from './inbox.js';

describe('mentionsIn', () => {
  it.each<[string, string[]]>([
    ['@ann', ['ann']],
    ['hello @Ann, and @BOB_99!', ['ann', 'bob_99']],
    ['@ann @ANN @Ann', ['ann']],
    ['(@ann) "@bob" \'@cat\' [@dan] «@eve» **@fay** @gil: @hal; @ida. @jon? - @kim', [
      'ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gil', 'hal', 'ida', 'jon', 'kim',
    ]], // prettier-ignore
    ['thanks.@ann hi!@bob 🎉@cat\n@dan\t@eve', ['ann', 'bob', 'cat', 'dan', 'eve']],
    ["@ann's and @bob-ish", ['ann', 'bob']],
    ['@ab', []],
    [`@${'a'.repeat(30)} @${'b'.repeat(31)}`, ['a'.repeat(30)]],
    ['@ ann, @-ann, @.ann, @@ann, @ann@example.com, ann@bob', []],
    ['mail ann@example.com, first.last+tag@bob.example, odd!@bob.example, x-@my-host.example', []],
    ['@example.com and @node.js', []],
    ['https://example.com/@ann http://x.io/?to=@bob&c=,@cat example.com/@dan', []],
    ['[@ann](https://example.com/@bob) (see https://x.io/@cat)', ['ann']],
    ['`@ann` ```js\n@Injectable()\n``` @bob ` @cat', ['bob', 'cat']],
    ['@änne @anné @анна @ann\u0301', []],
    ['привет@ann é@bob', []],
    ['', []],
  ])('in %j', (text, names) => {
    expect(mentionsIn(text)).toEqual(names);
  });

  it('takes the first twenty different names', () => {
    const names = Array.from({ length: 25 }, (_, index) => `user_${index}`);
    const text = names.map((name) => `@${name} @USER_0`).join(' ');
    expect(mentionsIn(text)).toEqual(names.slice(0, 20));
  });

  const NAME = fc.stringMatching(/^[A-Za-z0-9_]{3,30}$/);
  const SPACE = fc.constantFrom(' ', '\n', ', ', ' (', ') ', '\t', '! ');

  it('finds every name between words, and nothing else', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const part = fc.oneof(
      NAME.map((name) => [`@${name}`, name.toLowerCase()] as const),
      fc
        .oneof(word, fc.emailAddress(), fc.webUrl())
        // Of two backticks in two addresses, what is between is code.
        .filter((other) => !other.includes('`'))
        .map((other) => [other, undefined] as const),
    );
    const text = fc.array(fc.tuple(part, SPACE), { maxLength: 19 });
    fc.assert(
      fc.property(text, (parts) => {
        const expected = parts.flatMap(([[, name]]) => (name ? [name] : []));
        const written = parts.map(([[said], space]) => said + space).join('');
        expect(mentionsIn(written)).toEqual([...new Set(expected)]);
      }),
      { numRuns: 100 },
    );
  });

  it('finds no names in addresses of mail or web', () => {
    const web = fc.tuple(fc.webUrl({ withQueryParameters: true }), NAME).map(([url, name]) => `${url}/@${name}`);
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), web), (address) => {
        expect(mentionsIn(`see ${address} there`)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('returns only names for any text, at most twenty, each once', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('@', 'a', 'B', '_', '.', '-', '`', ' ', '/', ':', 'é'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const names = mentionsIn(given);
        expect(names.length).toBeLessThanOrEqual(20);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) {
          expect(name).toMatch(/^[a-z0-9_]{3,30}$/);
          expect(given.toLowerCase()).toContain(`@${name}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['@', '@a', '@aaaa', 'a', '`', '```', '``` ', '@ann-', '@ann-.', 'a://', '://', '@ann\u0301', '`\n'])(
    'takes no longer for 50,000 characters of %j',
    (unit) => {
      const text = unit.repeat(50_000 / unit.length);
      expect(quickest(1_000, () => mentionsIn(text))).toBeLessThan(1_000);
    },
  );
});

describe('Mentions', () => {
  let service: TestService;
  let ann: Account;
  let bob: Account;
  let cat: Account;
  beforeAll(async () => {
    service = await TestService.lease();
    const named = async (username: string) => {
      const account = await service.account();
      await account.client.patch('/v1/users/me', { username }).expect(200);
      return account;
    };
    [ann, bob, cat] = [await named('ann'), await named('bob'), await named('cat')];
  });
  beforeEach(() => service.database.query('DELETE FROM notifications.notifications'));
  afterAll(() => service.stop());

  const mention = (text: string, more: Partial<Mentioning> = {}) =>
    inTransaction(service, () =>
      service.app.get(MentionsService).notify({ text, actor_id: ann.id, about: post(), ...more }),
    );
  const unread = async () => {
    const counts = [ann, bob, cat].map(async (account) => (await inbox(account)).unread_count);
    return Promise.all(counts);
  };

  it('notify mentioned users, and not the author', async () => {
    await mention('@ann @BOB and @nobody_here', { data: { excerpt: 'hi' } });
    expect(await unread()).toEqual([0, 1, 0]);
    expect((await inbox(bob)).notifications).toMatchObject([
      { type: 'mention', about: post(), actors: [{ id: ann.id, username: 'ann' }], data: { excerpt: 'hi' } },
    ]);
  });

  it('leave out users that the caller skips, by list or by callback', async () => {
    await mention('@bob @cat', { skip: [cat.id] });
    expect(await unread()).toEqual([0, 1, 0]);
    const asked: string[] = [];
    const unless = async (id: string) => asked.push(id) > 0 && id === bob.id;
    await mention('@bob @cat', { about: post(OTHER), unless });
    expect(asked.sort()).toEqual([bob.id, cat.id].sort());
    expect(await unread()).toEqual([0, 1, 1]);
  });

  it('notify each user once per thing, however often its text is edited', async () => {
    await mention('@bob');
    await bob.client.post('/v1/notifications/read').expect(200);
    await mention('nobody');
    await mention('@bob @cat');
    expect(await unread()).toEqual([0, 0, 1]);
    await mention('@bob', { about: { kind: 'comment', id: THING } });
    expect(await unread()).toEqual([0, 1, 1]);
  });

  it('do not notify users who are banned or have switched mentions off', async () => {
    await service.setStatus(bob.id, 'banned');
    await mention('@bob');
    await service.setStatus(bob.id, 'active');
    await cat.client.patch('/v1/notifications/settings', { settings: { mention: false } }).expect(200);
    await mention('@cat');
    await cat.client.patch('/v1/notifications/settings', { settings: { mention: true } }).expect(200);
    expect(await unread()).toEqual([0, 0, 0]);
  });
});
