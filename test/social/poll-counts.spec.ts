import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, person, type Person } from './people.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const QUESTION = { question: 'Which one?', options: ['this', 'that', 'neither'] };

interface Poll {
  id: string;
  post_id: string;
}

const ask = async (more: object = {}): Promise<Poll> =>
  (await bob.client.post('/v1/posts', { title: 'A question', poll: { ...QUESTION, ...more } }).expect(201)).body.post
    .poll[0];
const vote = ({ client }: Person, { id }: Poll, option_index: number) =>
  client.post(`/v1/polls/${id}/vote`, { option_index });
const shown = async ({ post_id }: Poll, { client }: Person = ann) =>
  (await client.get(`/v1/posts/${post_id}`).expect(200)).body.post.poll[0];
const inList = async ({ id }: Poll, { client }: Person = ann) => {
  const { body } = await client.get(`/v1/users/${bob.id}/posts`).expect(200);
  return body.posts.flatMap(({ poll }: { poll: Poll[] }) => poll).find((poll: Poll) => poll.id === id);
};
/** The counts that the trigger keeps, and the counted votes. */
const kept = async ({ id }: Poll) => {
  const { rows } = await service.database.query(
    `SELECT counts, (SELECT coalesce(jsonb_object_agg(option_index, count), '{}') FROM (
       SELECT option_index, count(*) FROM social.poll_votes WHERE poll_id = $1 GROUP BY option_index) v) AS counted
     FROM social.polls WHERE id = $1`,
    [id],
  );
  return rows[0] as { counts: object; counted: object };
};
const insert = (poll: Poll, people: string[], option: number) =>
  service.database.query(
    `INSERT INTO social.poll_votes (poll_id, user_id, option_index) SELECT $1, id, $3 FROM unnest($2::uuid[]) id`,
    [poll.id, people, option],
  );

describe('the counts of a poll', () => {
  it('follow each vote, its change and its end', async () => {
    const poll = await ask();
    const steps: [() => PromiseLike<unknown>, object][] = [
      [() => vote(ann, poll, 0).expect(200), { 0: 1 }],
      [() => vote(bob, poll, 0).expect(200), { 0: 2 }],
      [() => vote(bob, poll, 2).expect(200), { 0: 1, 2: 1 }],
      [() => vote(bob, poll, 2).expect(200), { 0: 1, 2: 1 }],
      [() => service.database.query('DELETE FROM social.poll_votes WHERE user_id = $1', [ann.id]), { 2: 1 }],
    ];
    for (const [step, counts] of steps) {
      await step();
      expect(await kept(poll)).toEqual({ counts, counted: counts });
      expect((await shown(poll)).counts).toEqual({ 0: 0, 1: 0, 2: 0, ...counts });
    }
  });

  it('are exact after forty concurrent votes of two users', async () => {
    const poll = await ask();
    const answers = await atOnce(40, (i) => vote(i % 2 ? ann : bob, poll, i % 3));
    expect(tally(answers)).toEqual({ 200: 40 });
    const { counts, counted } = await kept(poll);
    expect(counts).toEqual(counted);
    expect(Object.values<number>({ ...counts }).reduce((sum, count) => sum + count)).toBe(2);
  });

  it('are exact after concurrent votes of two hundred users, half of whom change their vote', async () => {
    const poll = await ask();
    const people = await Promise.all(Array.from({ length: 200 }, () => person(service)));
    const answers = await atOnce(300, (i) => vote(people[i % 200] as Person, poll, i % 3));
    expect(tally(answers)).toEqual({ 200: 300 });
    const { counts, counted } = await kept(poll);
    expect(counts).toEqual(counted);
    expect(Object.values<number>({ ...counts }).reduce((sum, count) => sum + count)).toBe(200);
    await service.database.query('DELETE FROM account.users WHERE id = ANY($1)', [
      people.slice(0, 150).map(({ id }) => id),
    ]);
    const left = await kept(poll);
    expect(left.counts).toEqual(left.counted);
    expect(Object.values<number>({ ...left.counts }).reduce((sum, count) => sum + count)).toBe(50);
  });

  it('go with the post', async () => {
    const poll = await ask();
    await insert(poll, await crowd(service, 3), 1);
    await bob.client.delete(`/v1/posts/${poll.post_id}`).expect(200);
    expect(await kept(poll)).toBeUndefined();
  });
});

describe('the voters of a poll', () => {
  it('are named up to a thousand in a single post, and up to a hundred in lists, the viewer first', async () => {
    const poll = await ask();
    await insert(poll, await crowd(service, 1100), 1);
    await vote(ann, poll, 1).expect(200);
    for (const [view, named] of [
      [await shown(poll), 1000],
      [await inList(poll), 100],
      [(await ann.client.get('/v1/search?q=question').expect(200)).body.results[0].poll[0], 100],
    ]) {
      expect(view.counts).toEqual({ 0: 0, 1: 1101, 2: 0 });
      expect(view.votes[1]).toHaveLength(named);
      expect(view.votes[1][0]).toBe(ann.id);
    }
  });

  it('stay unnamed in lists too if the poll is anonymous', async () => {
    const poll = await ask({ anonymous: true });
    await vote(ann, poll, 0).expect(200);
    await vote(bob, poll, 0).expect(200);
    expect(await inList(poll)).toMatchObject({ votes: { 0: [ann.id] }, counts: { 0: 2 } });
  });
});
