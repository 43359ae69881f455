import { type Account, TestService } from '../support/service.js';
import { atOnce, refusals, tally } from './at-once.js';

let service: TestService;
/** The caller whose updates are all refused. */
let constant: Account;
beforeAll(async () => {
  service = await TestService.lease();
  constant = await service.account();
});
afterAll(() => service.stop());

const NOT_AUTHENTICATED = { error: 'Not authenticated' };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const publicProfile = ({ id }: Account) => ({
  id,
  username: null,
  first_name: null,
  last_name: null,
  avatar_url: null,
  bio: null,
  type: null,
  verified: false,
  created_at: TIME,
  posts_count: 0,
  followers_count: 0,
  following_count: 0,
});

const ownProfile = (account: Account) => ({
  ...publicProfile(account),
  email: account.email,
  email_verified: false,
  role: 'user',
  status: 'active',
  privacy: { follower_approval: false },
  subscription_plan: null,
  subscription_status: null,
  subscription_expires_at: null,
  updated_at: TIME,
});

const patch = ({ client }: Account, body: object | string) => client.patch('/v1/users/me', body);

describe('GET /v1/users/me', () => {
  it('returns the full profile of the caller, and nothing else', async () => {
    const account = await service.account();
    const { body, headers } = await account.client.get('/v1/users/me').expect(200);
    expect(body).toEqual({ user: ownProfile(account) });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is for those who are signed in', async () => {
    await service.client().get('/v1/users/me').expect(401, NOT_AUTHENTICATED);
    await service.client().patch('/v1/users/me', { bio: 'x' }).expect(401, NOT_AUTHENTICATED);
    await service.client().patch('/v1/users/me', '{"bio":').expect(401, NOT_AUTHENTICATED);
  });
});

describe('PATCH /v1/users/me', () => {
  const all = {
    username: 'ann_of_2026',
    first_name: 'Ann 👩‍🚀',
    last_name: 'עברית',
    avatar_url: 'https://cdn.example.com/ann.png?size=2',
    bio: 'Two lines\nof text',
    privacy: { follower_approval: true },
  };

  it('changes what is given, byte for byte, and answers with the whole profile', async () => {
    const account = await service.account();
    const { body } = await patch(account, all).expect(200);
    expect(body).toEqual({ user: { ...ownProfile(account), ...all } });
    await account.client.get('/v1/users/me').expect(200, body);
  });

  it('leaves what is not given, and clears what is null', async () => {
    const account = await service.account();
    await patch(account, { ...all, username: 'to_be_cleared' }).expect(200);
    const { body: kept } = await patch(account, { bio: 'new' }).expect(200);
    expect(kept.user).toMatchObject({ ...all, username: 'to_be_cleared', bio: 'new' });
    const nothing = { username: null, first_name: null, last_name: null, avatar_url: null, bio: null };
    const { body: cleared } = await patch(account, nothing).expect(200);
    expect(cleared.user).toMatchObject({ ...nothing, privacy: { follower_approval: true } });
  });

  it('changes nothing for an empty object, no body, or empty privacy', async () => {
    const account = await service.account();
    await patch(account, {}).expect(200, { user: (await account.client.get('/v1/users/me')).body.user });
    await account.client.patch('/v1/users/me').expect(200);
    const { body } = await patch(account, { privacy: {} }).expect(200);
    expect(body.user.privacy).toEqual({ follower_approval: false });
  });

  it('changes updated_at, and not created_at', async () => {
    const account = await service.account();
    const { body: before } = await account.client.get('/v1/users/me').expect(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { body: after } = await patch(account, { bio: 'later' }).expect(200);
    expect(after.user.created_at).toBe(before.user.created_at);
    expect(after.user.updated_at > before.user.updated_at).toBe(true);
  });

  it('ignores fields that users cannot change themselves', async () => {
    const account = await service.account();
    const { body } = await patch(account, {
      id: '0190a0a0-0000-7000-8000-000000000000',
      email: 'other@example.com',
      email_verified: true,
      email_verified_at: '2020-01-01T00:00:00Z',
      role: 'admin',
      type: 'creator',
      status: 'banned',
      user_status: 'banned',
      verified: true,
      password: 'another password',
      password_hash: 'x',
      followers_count: 1000,
      follower_approval: true,
      created_at: '2020-01-01T00:00:00Z',
      privacy: { role: 'admin' },
    }).expect(200);
    expect(body).toEqual({ user: ownProfile(account) });
    await service.signIn(account.email);
  });

  it.each<[string, object, string[]]>([
    ['a username of 2', { username: 'ab' }, ['username']],
    ['a username of 31', { username: 'a'.repeat(31) }, ['username']],
    ['an empty username', { username: '' }, ['username']],
    ['upper case', { username: 'Ann' }, ['username']],
    ['a hyphen', { username: 'ann-b' }, ['username']],
    ['a dot', { username: 'ann.b' }, ['username']],
    ['a space', { username: 'ann b' }, ['username']],
    ['a space around', { username: ' ann ' }, ['username']],
    ['a line break at the end', { username: 'ann\n' }, ['username']],
    ['an umlaut', { username: 'änn' }, ['username']],
    ['a number for the username', { username: 12345 }, ['username']],
    ['a list for the username', { username: ['ann'] }, ['username']],
    ['a first name of 101', { first_name: 'n'.repeat(101) }, ['first_name']],
    ['a number for the last name', { last_name: 5 }, ['last_name']],
    ['a bio of 2001', { bio: 'b'.repeat(2001) }, ['bio']],
    ['an empty picture', { avatar_url: '' }, ['avatar_url']],
    ['a picture that is a script', { avatar_url: 'javascript:alert(1)' }, ['avatar_url']],
    ['a picture that is data', { avatar_url: 'data:image/png;base64,AAAA' }, ['avatar_url']],
    ['a picture without a scheme', { avatar_url: 'cdn.example.com/a.png' }, ['avatar_url']],
    ['a picture with 2049', { avatar_url: `https://cdn.example.com/${'a'.repeat(2025)}` }, ['avatar_url']],
    ['privacy that is null', { privacy: null }, ['privacy']],
    ['privacy that is true', { privacy: true }, ['privacy']],
    ['privacy that is a list', { privacy: [] }, ['privacy']],
    ['the word false', { privacy: { follower_approval: 'false' } }, ['privacy.follower_approval']],
    ['0 for false', { privacy: { follower_approval: 0 } }, ['privacy.follower_approval']],
    ['null for a boolean', { privacy: { follower_approval: null } }, ['privacy.follower_approval']],
    ['several faults', { username: 'A', bio: 5, avatar_url: 'x' }, ['avatar_url', 'bio', 'username']],
  ])('refuses %s', async (_, body, fields) => {
    const { body: answer } = await patch(constant, { first_name: 'not kept', ...body }).expect(400);
    expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect([...new Set(answer.details.map(({ field }: { field: string }) => field))].sort()).toEqual(fields);
    expect((await constant.client.get('/v1/users/me').expect(200)).body).toEqual({
      user: ownProfile(constant),
    });
  });

  it.each(['abc', 'a'.repeat(30), '___', '123'])('takes the username %s', async (username) => {
    expect((await patch(await service.account(), { username }).expect(200)).body.user.username).toBe(username);
  });

  it('gives a username to one of twenty concurrent requests', async () => {
    const accounts = await atOnce(20, () => service.account());
    const answers = await atOnce(20, (index) => patch(accounts[index] as Account, { username: 'wanted' }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Username already taken' }]);
  });

  it('allows a username to be kept, cleared and taken by another user', async () => {
    const [ann, ben] = [await service.account(), await service.account()];
    await patch(ann, { username: 'changing' }).expect(200);
    await patch(ann, { username: 'changing', bio: 'same name' }).expect(200);
    await patch(ben, { username: 'changing', bio: 'not kept' }).expect(409, {
      error: 'Username already taken',
    });
    expect((await ben.client.get('/v1/users/me').expect(200)).body.user.bio).toBeNull();
    await patch(ann, { username: null }).expect(200);
    await patch(ben, { username: 'changing' }).expect(200);
  });
});

describe('GET /v1/users/{id or username}', () => {
  it('returns the public fields, and nothing else', async () => {
    const [ann, ben] = [await service.account(), await service.account()];
    await patch(ann, { username: 'ann_public', first_name: 'Ann', bio: 'hello' }).expect(200);
    const user = { ...publicProfile(ann), username: 'ann_public', first_name: 'Ann', bio: 'hello' };
    for (const name of [ann.id, ann.id.toUpperCase(), 'ann_public']) {
      const { body, text } = await ben.client.get(`/v1/users/${name}`).expect(200);
      expect(body).toEqual({ user });
      expect(text).not.toContain(ann.email);
    }
  });

  it.each(['banned', 'suspended'])('does not find a user who is %s', async (status) => {
    const [ann, ben] = [await service.account(), await service.account()];
    await patch(ann, { username: `ann_${status}` }).expect(200);
    await service.database.query('UPDATE account.users SET user_status = $2 WHERE id = $1', [ann.id, status]);
    for (const name of [ann.id, `ann_${status}`]) {
      await ben.client.get(`/v1/users/${name}`).expect(404, { error: 'User not found' });
    }
  });

  it.each(['0190a0a0-0000-7000-8000-000000000000', 'nobody_here', 'NOBODY', '1', '-', '%27', "x'--", 'a'.repeat(500)])(
    'finds nobody called %s',
    async (name) => {
      await constant.client.get(`/v1/users/${name}`).expect(404, { error: 'User not found' });
    },
  );

  it('is for those who are signed in', async () => {
    const { id } = await service.account();
    await service.client().get(`/v1/users/${id}`).expect(401, NOT_AUTHENTICATED);
  });
});
