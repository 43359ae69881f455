import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { PASSWORD, TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { picture, upload } from '../files/forms.js';
import { invalid, person, type Person } from './people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let bytes: Buffer;
beforeAll(async () => {
  service = await TestService.lease();
  bytes = await picture('png');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

interface Made {
  id: string;
  url: string;
  small_url: string;
}

const give = async ({ client }: Person): Promise<Made> => (await upload(client, bytes, 'a.png').expect(201)).body.file;
const wear = ({ client }: Person, avatar_url: string | null) => client.patch('/v1/users/me', { avatar_url });
const avatar = async ({ client }: Person) => (await client.get('/v1/users/me').expect(200)).body.user.avatar_url;
const uses = async ({ client }: Person, ...files: Made[]) => {
  const { body } = await client.get('/v1/files').expect(200);
  return files.map(({ id }) => body.files.find((file: Made) => file.id === id)?.attached);
};

describe('an avatar that is an uploaded file', () => {
  it('is kept, and released for the next one', async () => {
    const [one, two] = [await give(ann), await give(ann)];
    const { body } = await wear(ann, one.small_url).expect(200);
    expect(body.user.avatar_url).toBe(one.small_url);
    expect(body.user).not.toHaveProperty('avatar_file_id');
    expect(await uses(ann, one, two)).toEqual([true, false]);
    await wear(ann, one.url).expect(200);
    await ann.client.patch('/v1/users/me', { first_name: 'Ann' }).expect(200);
    expect(await uses(ann, one, two)).toEqual([true, false]);
    await wear(ann, two.url).expect(200);
    expect(await uses(ann, one, two)).toEqual([undefined, true]);
    await wear(ann, 'https://example.com/a.png').expect(200);
    expect(await uses(ann, two)).toEqual([undefined]);
    expect(await avatar(ann)).toBe('https://example.com/a.png');
  });

  it('is released when the avatar is removed', async () => {
    const file = await give(ann);
    await wear(ann, file.url).expect(200);
    await wear(ann, null).expect(200);
    expect(await uses(ann, file)).toEqual([undefined]);
    expect(await avatar(ann)).toBeNull();
  });

  it('must be a free file of the caller, else nothing changes', async () => {
    const [own, used, foreign] = [await give(ann), await give(ann), await give(bob)];
    await ann.client.post('/v1/posts', { media_ids: [used.id] }).expect(201);
    await wear(ann, own.url).expect(200);
    for (const file of [used, foreign]) {
      const body = { avatar_url: file.url, first_name: 'Changed' };
      expect((await ann.client.patch('/v1/users/me', body).expect(400)).body).toEqual(invalid('avatar_url'));
    }
    await wear(bob, own.url).expect(400);
    expect(await avatar(ann)).toBe(own.url);
    expect(await uses(ann, own, used)).toEqual([true, true]);
    expect(await uses(bob, foreign)).toEqual([false]);
    // Another user who removes the URL from their profile does not release the file either.
    await wear(bob, null).expect(200);
    expect(await uses(ann, own)).toEqual([true]);
  });

  it('is kept when the username of the same request is taken', async () => {
    const [one, two] = [await give(ann), await give(ann)];
    await bob.client.patch('/v1/users/me', { username: 'bob_was_first' }).expect(200);
    await wear(ann, one.url).expect(200);
    await ann.client.patch('/v1/users/me', { avatar_url: two.url, username: 'bob_was_first' }).expect(409);
    expect(await uses(ann, one, two)).toEqual([true, false]);
    expect(await avatar(ann)).toBe(one.url);
  });

  it('is one of the concurrent ones, and the others are deleted', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, () => give(ann)));
    const answers = await atOnce(20, (i) => wear(ann, (files[i % 10] as Made).url));
    // A file that a concurrent change replaced is deleted.
    expect(Object.keys(tally(answers)).every((status) => ['200', '400'].includes(status))).toBe(true);
    const kept = (await uses(ann, ...files)).map((use, i) => use && (files[i] as Made).url).filter(Boolean);
    expect(kept).toEqual([await avatar(ann)]);
    expect(await uses(ann, ...files)).not.toContain(false);
  });
});

describe('the names of an account', () => {
  beforeEach(async () => {
    await service.database.query(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('darn', '*')`);
    service.app.get(WordFilterService).recheck();
  });
  afterEach(async () => {
    await service.database.query('TRUNCATE moderation.censors');
    service.app.get(WordFilterService).recheck();
  });

  it('pass the word filter when they change', async () => {
    const words = {
      first_name: 'Darn Ann',
      last_name: 'darn',
      bio: 'so darn good',
      username: `ok_${Date.now()}`,
    };
    const { body } = await ann.client.patch('/v1/users/me', words).expect(200);
    expect(body.user).toMatchObject({ ...words, first_name: '* Ann', last_name: '*', bio: 'so * good' });
    const { body: again } = await ann.client.patch('/v1/users/me', { first_name: null }).expect(200);
    expect(again.user).toMatchObject({ first_name: null, last_name: '*' });
    const { body: same } = await ann.client.patch('/v1/users/me', {}).expect(200);
    expect(same.user).toMatchObject({ first_name: null, last_name: '*', bio: 'so * good' });
  });

  it('cannot be usernames that the word filter would change', async () => {
    const body = { username: 'darn_ann', last_name: 'Changed' };
    expect((await ann.client.patch('/v1/users/me', body).expect(400)).body).toEqual(invalid('username'));
    const { body: own } = await ann.client.get('/v1/users/me').expect(200);
    expect(own.user).toMatchObject({ username: null, last_name: null });
  });

  it('pass the word filter at sign-up', async () => {
    const email = 'named@example.com';
    const body = { email, password: PASSWORD, first_name: 'darn it', last_name: null };
    await service.client().post('/v1/auth/sign-up', body).expect(201);
    const { client } = await service.signIn(email);
    const { body: own } = await client.get('/v1/users/me').expect(200);
    expect(own.user).toMatchObject({ first_name: '* it', last_name: null });
  });
});
