import { randomUUID } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { LimitsService } from '../../../src/platform/limits/limits.service.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { atOnce, tally } from '../../account/at-once.js';
import { Square, type Named } from './square.js';

const LONGEST = 'words '.repeat(8333);
const words = { title: 'Machine drips', body: 'Since yesterday it drips.' };

let square: Square;
let ann: Named;
let bob: Named;
let forum: any;
let topic: any;
/** Each text that was drawn, and whether a transaction was open meanwhile. */
let drawn: { inTransaction: boolean }[];

const { parse } = MarkdownIt.prototype;
beforeAll(async () => {
  square = await Square.start({ RATE_LIMIT: '1000000' });
  [ann, bob] = (await square.people(2)) as [Named, Named];
  forum = await square.forum(ann);
  topic = await square.topic(ann, forum);
  const database = square.service.app.get(DatabaseService);
  MarkdownIt.prototype.parse = function (...args) {
    drawn.push({ inTransaction: database.inTransaction() });
    return parse.apply(this, args);
  };
});
beforeEach(() => {
  drawn = [];
});
afterAll(async () => {
  MarkdownIt.prototype.parse = parse;
  await square.stop();
});

const outside = { inTransaction: false };

describe('a text', () => {
  it('is drawn once, with no transaction open', async () => {
    const made = await square.topic(bob, forum);
    expect(drawn).toEqual([outside]);
    const post = await square.post(bob, made);
    expect(drawn).toEqual([outside, outside]);
    const change = { post_id: post.id, body: 'See [here](https://x.example).', base_edit_count: 0 };
    expect((await square.ask(bob, 'update-post', change)).post.html).toContain('<a href="https://x.example/"');
    expect(drawn).toEqual([outside, outside, outside]);
  });

  it('is not drawn for callers who may not write it, or not there', async () => {
    const eve = await square.person();
    const closed = await square.forum(ann, { name: 'Closed', join_policy: 'closed' });
    const members = await square.forum(ann, { name: 'Members', visibility: 'members' });
    const inside = await square.topic(ann, members);
    const over = await square.topic(ann, forum);
    await square.ask(ann, 'update-topic', { topic_id: over.id, status: 'closed' });
    drawn = [];
    const begin = (category_id: string, status: number, error: string) =>
      square.refused(eve, 'create-topic', { ...words, category_id }, status, error);
    await begin(randomUUID(), 404, 'Category not found');
    await begin(closed.category_id, 403, 'Forbidden');
    await begin(members.category_id, 404, 'Forum not found');
    const reply = (topic_id: string, status: number, error: string, more: object = {}) =>
      square.refused(eve, 'create-post', { topic_id, body: words.body, ...more }, status, error);
    await reply(randomUUID(), 404, 'Topic not found');
    await reply(inside.id, 404, 'Forum not found');
    await reply(over.id, 409, 'Topic is closed');
    await reply(topic.id, 404, 'Post not found', { reply_to_number: 99 });
    const edit = (who: Named, base_edit_count: number, status: number, error: string) =>
      square.refused(who, 'update-post', { post_id: topic.first.id, body: 'x', base_edit_count }, status, error);
    await edit(eve, 0, 403, 'Forbidden');
    await edit(ann, 7, 409, 'Post was changed');
    expect(drawn).toEqual([]);
  });

  it('is not drawn where it comes too soon after the last one, nor where it is there already', async () => {
    const eve = await square.person();
    const reply = { topic_id: topic.id, body: words.body, idempotency_key: 'once' };
    const first = await square.ask(eve, 'create-post', reply);
    expect((await square.ask(eve, 'create-post', reply)).post.id).toBe(first.post.id);
    const soon = { ...reply, idempotency_key: 'twice' };
    await square.refused(eve, 'create-post', soon, 429, 'Posting too fast');
    await square.refused(eve, 'create-topic', { ...words, category_id: forum.category_id }, 429, 'Posting too fast');
    expect(drawn).toHaveLength(1);
  });

  it('is written once though twenty callers send it at once', async () => {
    const eve = await square.person();
    const reply = { topic_id: topic.id, body: words.body, idempotency_key: 'at once' };
    const answers = await atOnce(20, () => square.call(eve, 'create-post', reply));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }: any) => body.post.id)).size).toBe(1);
  });
});

describe('drawing', () => {
  it('has an end for an account that nothing else holds back, and goes on for the others', async () => {
    const owner = await square.person();
    const own = await square.forum(owner);
    const { first, id } = await square.topic(owner, own);
    const edit = (base_edit_count: number) =>
      square.call(owner, 'update-post', { post_id: first.id, body: LONGEST, base_edit_count });
    // Nine texts at once, as on a busy machine eleven edits may take longer than the minute in which they are counted.
    await square.service.app.get(LimitsService, { strict: false }).draw(owner.id, 9 * LONGEST.length);
    for (let count = 0; count < 2; count++) await edit(count).expect(200);
    const post = { topic_id: id, body: LONGEST };
    const { headers } = await square.call(owner, 'create-post', post).expect(429, { error: 'Too many requests' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await square.refused(
      owner,
      'update-post',
      { post_id: first.id, body: LONGEST, base_edit_count: 12 },
      409,
      'Post was changed',
    );
    await square.call(ann, 'create-post', { ...post, topic_id: topic.id }).expect(200);
  });
});
