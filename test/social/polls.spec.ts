import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, invalid, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from './people.js';
import { block, CANNOT } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const NO_POLL = { error: 'Poll not found' };
const QUESTION = { question: 'Which one?', options: ['this', 'that', 'neither'] };

const publish = async (poll: object = QUESTION, status = 'published') =>
  (await bob.client.post('/v1/posts', { title: 'A question', status, poll }).expect(201)).body.post;
const pollOf = async (poll?: object, status?: string) => (await publish(poll, status)).poll[0];
const vote = ({ client }: Person, { id }: { id: string }, option_index: unknown) =>
  client.post(`/v1/polls/${id}/vote`, { option_index });
const shown = async (client: Person['client'], { post_id }: { post_id: string }) =>
  (await client.get(`/v1/posts/${post_id}`).expect(200)).body.post.poll[0];

describe('a poll', () => {
  it('comes with its post, without a vote', async () => {
    const { id, poll } = await publish();
    expect(poll).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        post_id: id,
        ...QUESTION,
        votes: { 0: [], 1: [], 2: [] },
        counts: { 0: 0, 1: 0, 2: 0 },
        anonymous: false,
      },
    ]);
    const { body } = await bob.client.post('/v1/posts', { title: 'No question' }).expect(201);
    expect(body.post.poll).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no question', { options: ['a', 'b'] }, 'poll.question'],
    ['an empty question', { ...QUESTION, question: '' }, 'poll.question'],
    ['a question of 301 characters', { ...QUESTION, question: 'q'.repeat(301) }, 'poll.question'],
    ['no options', { question: 'q' }, 'poll.options'],
    ['one option', { question: 'q', options: ['a'] }, 'poll.options'],
    ['eleven options', { question: 'q', options: [...'abcdefghijk'] }, 'poll.options'],
    ['the same option twice', { question: 'q', options: ['a', 'b', 'a'] }, 'poll.options'],
    ['an empty option', { question: 'q', options: ['a', ''] }, 'poll.options'],
    ['an option of 101 characters', { question: 'q', options: ['a', 'b'.repeat(101)] }, 'poll.options'],
    ['numbers for options', { question: 'q', options: [1, 2] }, 'poll.options'],
    ['a text for options', { question: 'q', options: 'ab' }, 'poll.options'],
    ['a text for anonymous', { ...QUESTION, anonymous: 'false' }, 'poll.anonymous'],
  ])('has not %s', async (_, poll, field) => {
    const { body } = await bob.client.post('/v1/posts', { title: 'Bad', poll }).expect(400);
    expect(body.error).toBe('Validation error');
    expect(new Set(body.details.map((fault: { field: string }) => fault.field))).toEqual(new Set([field]));
  });

  it('has ten options of a hundred characters, counted as people count them', async () => {
    const options = [...'0123456789'].map((n) => n + '😀'.repeat(99));
    expect((await pollOf({ question: '😀'.repeat(300), options })).options).toEqual(options);
  });
});

describe('the words of a poll', () => {
  beforeEach(async () => {
    await service.database.query(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('darn', '')`);
    service.app.get(WordFilterService).recheck();
  });
  afterEach(async () => {
    await service.database.query('TRUNCATE moderation.censors');
    service.app.get(WordFilterService).recheck();
  });

  it('go through the censors', async () => {
    const poll = await pollOf({ question: 'Which darn one?', options: ['darn this', 'that'] });
    expect(poll).toMatchObject({ question: 'Which  one?', options: [' this', 'that'] });
  });

  it.each([[['darn', 'that']], [['darn a', ' a']]])('must be told apart when they are through: %j', async (options) => {
    const poll = { question: 'Which?', options };
    const { body } = await bob.client.post('/v1/posts', { title: 'Censored', poll }).expect(400);
    expect(body).toEqual(invalid('poll.options'));
    expect((await bob.client.get(`/v1/users/${bob.id}/posts`).expect(200)).body.posts).toEqual([]);
  });
});

describe('POST /v1/polls/{id}/vote', () => {
  it('votes, and answers the poll', async () => {
    const poll = await pollOf();
    await vote(bob, poll, 2).expect(200);
    const { body } = await vote(ann, poll, 0).expect(200);
    expect(body).toEqual({
      poll: { ...poll, votes: { 0: [ann.id], 1: [], 2: [bob.id] }, counts: { 0: 1, 1: 0, 2: 1 } },
    });
    expect(await shown(service.client(), poll)).toEqual(body.poll);
    const happened = [{ poll_id: poll.id, post_id: poll.post_id }];
    expect(await events(service, ann.id, 'poll.voted')).toEqual(happened);
  });

  it('replaces the earlier vote, and does nothing when it is the same', async () => {
    const poll = await pollOf();
    for (const option of [0, 1, 1]) await vote(ann, poll, option).expect(200);
    const { body } = await vote(ann, { id: poll.id.toUpperCase() }, 1).expect(200);
    expect(body.poll.votes).toEqual({ 0: [], 1: [ann.id], 2: [] });
    expect(await events(service, ann.id, 'poll.voted')).toHaveLength(2);
  });

  it.each([undefined, null, '0', true, [0], 0.5, -1, 10, 1e300])('takes no %p for an option', async (option) => {
    const { body } = await vote(ann, { id: UNKNOWN }, option).expect(400);
    expect(body.details[0].field).toBe('option_index');
  });

  it('refuses an option that the poll does not have', async () => {
    const poll = await pollOf();
    expect((await vote(ann, poll, 3).expect(400)).body).toEqual(invalid('option_index'));
    expect((await shown(ann.client, poll)).counts).toEqual({ 0: 0, 1: 0, 2: 0 });
  });

  it('answers 404 for a poll that the caller cannot see', async () => {
    for (const id of [UNKNOWN, '1', '%27']) await vote(ann, { id }, 0).expect(404, NO_POLL);
    await vote(ann, await pollOf(QUESTION, 'draft'), 0).expect(404, NO_POLL);
    const poll = await pollOf();
    const flag = (status: string) =>
      service.database.query('UPDATE social.posts SET status = $2 WHERE id = $1', [poll.post_id, status]);
    await flag('flagged');
    await vote(ann, poll, 0).expect(404, NO_POLL);
    await flag('published');
    await vote(ann, poll, 0).expect(200);
  });

  it('works for the author and staff also on a hidden post', async () => {
    const poll = await pollOf(QUESTION, 'draft');
    for (const who of [bob, await person(service, 'admin')]) await vote(who, poll, 1).expect(200);
    expect((await shown(bob.client, poll)).counts).toEqual({ 0: 0, 1: 2, 2: 0 });
  });

  it('is refused if a block stands between the caller and the author', async () => {
    const poll = await pollOf();
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(one, other);
      await vote(ann, poll, 1).expect(403, CANNOT);
      await one.client.delete(`/v1/users/${other.id}/block`).expect(200);
    }
    expect((await shown(ann.client, poll)).counts).toEqual({ 0: 0, 1: 0, 2: 0 });
  });

  it('needs a caller who has signed in', async () => {
    await service.client().post(`/v1/polls/${UNKNOWN}/vote`, {}).expect(401, NOT_AUTHENTICATED);
  });
});

describe('an anonymous poll', () => {
  it('shows the viewer their own vote, and the counts', async () => {
    const poll = await pollOf({ ...QUESTION, anonymous: true });
    await vote(bob, poll, 1).expect(200);
    const { body } = await vote(ann, poll, 1).expect(200);
    const counts = { 0: 0, 1: 2, 2: 0 };
    expect(body.poll).toMatchObject({ anonymous: true, counts, votes: { 0: [], 1: [ann.id], 2: [] } });
    expect(await shown(bob.client, poll)).toMatchObject({ counts, votes: { 1: [bob.id] } });
    expect(await shown(service.client(), poll)).toMatchObject({ counts, votes: { 0: [], 1: [], 2: [] } });
  });
});

describe('many votes', () => {
  it('forty concurrent ones of two users leave two', async () => {
    const poll = await pollOf();
    const answers = await atOnce(40, (i) => vote(i % 2 ? ann : bob, poll, i % 3));
    expect(tally(answers)).toEqual({ 200: 40 });
    const { votes, counts } = await shown(ann.client, poll);
    expect(Object.values<string[]>(votes).flat().sort()).toEqual([ann.id, bob.id].sort());
    expect(Object.values<number>(counts).reduce((sum, count) => sum + count)).toBe(2);
  });

  it('are counted exactly, and up to a thousand voters are named, the viewer among them', async () => {
    const poll = await pollOf();
    const people = await crowd(service, 1200);
    await service.database.query(
      `INSERT INTO social.poll_votes (poll_id, user_id, option_index) SELECT $1, id, 1 FROM unnest($2::uuid[]) id`,
      [poll.id, people],
    );
    const { body } = await vote(ann, poll, 1).expect(200);
    expect(body.poll.counts).toEqual({ 0: 0, 1: 1201, 2: 0 });
    expect(body.poll.votes[1]).toHaveLength(1000);
    expect(new Set(body.poll.votes[1]).size).toBe(1000);
    expect(body.poll.votes[1][0]).toBe(ann.id);
    expect((await shown(bob.client, poll)).votes[1]).toHaveLength(1000);
  });

  it('are deleted with the account', async () => {
    const poll = await pollOf();
    await vote(ann, poll, 0).expect(200);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [ann.id]);
    expect(await shown(bob.client, poll)).toMatchObject({ votes: { 0: [] }, counts: { 0: 0 } });
  });
});
