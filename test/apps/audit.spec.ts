import { CATALOGUE } from '../../src/apps/catalogue.js';
import { type Account, TestService } from '../support/service.js';
import { HelloApp } from './hello/hello.app.js';

let service: TestService;
let admin: Account;
let owner: Account;
let other: Account;
const SLUGS = ['forums', 'support', 'shortlinks', 'courses', 'assignments', 'quizzes', 'hello'];

beforeAll(async () => {
  service = await TestService.start({}, { apps: [...CATALOGUE, HelloApp] as (new () => object)[] });
  [owner, other, admin] = await Promise.all([service.account(), service.account(), service.admin()]);
  for (const { client } of [owner, other, admin])
    for (const slug of SLUGS) await client.post('/v1/apps/install', { slug }).expect(200);
});
afterAll(() => service.stop());

const call = ({ client }: Pick<Account, 'client'>, path: string, input: object = {}) =>
  client.post(`/v1/apps/${path}`, input);
const ask = async (who: Pick<Account, 'client'>, path: string, input: object = {}): Promise<any> => {
  const answer = await call(who, path, input);
  expect({ path, status: answer.status, error: answer.body.error }).toMatchObject({ path, status: 200 });
  return answer.body;
};
const trail = async (): Promise<any[]> =>
  (await admin.client.get('/v1/admin/audit?limit=100').expect(200)).body.entries;

/** The entries that the work leaves in the audit trail, oldest first: the actions, or all of each entry. */
async function entries(work: () => Promise<unknown>): Promise<any[]> {
  const before = new Set((await trail()).map(({ id }) => id));
  await work();
  return (await trail()).filter(({ id }) => !before.has(id)).toReversed();
}
const audited = async (work: () => Promise<unknown>) => (await entries(work)).map(({ action }) => action);

const rest = () => service.database.query(`UPDATE ext_forums.posts SET created_at = created_at - interval '1 hour'`);

describe('an administrator in an app', () => {
  it('leaves one entry that names the actor, the action and the target', async () => {
    const { link } = await ask(owner, 'shortlinks/create-link', { url: 'https://example.org/' });
    const change = { link_id: link.id, title: 'Another title' };
    const found = await entries(() => ask(admin, 'shortlinks/update-link', change));
    expect(found).toEqual([
      {
        id: expect.any(String),
        action: 'shortlinks/update-link',
        admin_id: admin.id,
        admin: expect.objectContaining({ id: admin.id }),
        data: { target: { type: 'link', id: link.id } },
        created_at: expect.any(String),
      },
    ]);
    expect(await audited(() => ask(owner, 'shortlinks/update-link', change))).toEqual([]);
  });

  it('is audited with an API key too', async () => {
    const { body } = await admin.client.post('/v1/api-keys', { name: 'Script' }).expect(201);
    const script = { client: service.client({ 'x-api-key': body.key }) };
    const { link } = await ask(owner, 'shortlinks/create-link', { url: 'https://example.org/' });
    const block = { link_id: link.id, reason: 'Phishing' };
    expect(await entries(() => ask(script, 'shortlinks/block-link', block))).toEqual([
      expect.objectContaining({
        action: 'shortlinks/block-link',
        admin_id: admin.id,
        data: { target: { type: 'link', id: link.id }, reason: 'Phishing' },
      }),
    ]);
  });

  it('is not audited for what anybody may do, or what is their own', async () => {
    const own = await ask(admin, 'shortlinks/create-link', { url: 'https://example.org/own' });
    const works = [
      () => ask(admin, 'shortlinks/update-link', { link_id: own.link.id, title: 'Mine' }),
      () => ask(admin, 'shortlinks/update-settings', {}),
      () => ask(admin, 'shortlinks/delete-link', { link_id: own.link.id }),
    ];
    for (const work of works) expect(await audited(work)).toEqual([]);
  });

  it('says why, where the action asks for a reason', async () => {
    const { greeting } = await ask(owner, 'hello/say-hello', { words: 'Good words' });
    const change = { greeting_id: greeting.id, words: 'Better words', because: 'Rude' };
    expect(await audited(() => ask(owner, 'hello/change-greeting', change))).toEqual([]);
    expect(await entries(() => ask(admin, 'hello/change-greeting', change))).toEqual([
      expect.objectContaining({
        action: 'hello/change-greeting',
        data: { target: { type: 'greeting', id: greeting.id }, reason: 'Rude' },
      }),
    ]);
  });

  it('leaves an entry also where an action is too frequent to leave events', async () => {
    const { greeting } = await ask(owner, 'hello/say-hello', { words: 'Good words' });
    const bump = { greeting_id: greeting.id };
    expect(await audited(() => ask(owner, 'hello/bump-greeting', bump))).toEqual([]);
    expect(await audited(() => ask(admin, 'hello/bump-greeting', bump))).toEqual(['hello/bump-greeting']);
    const { rows } = await service.database.query(
      `SELECT actor_id FROM events.domain_events WHERE type = 'hello/bump-greeting'`,
    );
    expect(rows).toEqual([{ actor_id: admin.id }]);
  });

  it('leaves an entry for every action that is for administrators alone', async () => {
    expect(await audited(() => ask(admin, 'hello/forget-all'))).toEqual(['hello/forget-all']);
  });

  it('leaves none where the call is refused', async () => {
    const { link } = await ask(owner, 'shortlinks/create-link', { url: 'https://example.org/' });
    const wrong = { link_id: link.id, url: 'not an address' };
    expect(await audited(() => call(admin, 'shortlinks/update-link', wrong).expect(400))).toEqual([]);
  });
});

describe('in forums', () => {
  it('moderation is audited unless the administrator is of the staff of that forum', async () => {
    const { forum, categories } = await ask(owner, 'forums/create-forum', { name: 'Coffee' });
    const category_id = categories[0].id;
    const words = { category_id, title: 'Machine drips', body: 'Since yesterday it drips.' };
    const { topic } = await ask(owner, 'forums/create-topic', words);
    await rest();
    const { post } = await ask(other, 'forums/create-post', { topic_id: topic.id, body: 'Well.' });
    const pin = { topic_id: topic.id, pinned: true };
    const trust = { forum_id: forum.id, user_id: other.id, trusted: true };
    const edit = { post_id: post.id, body: 'Better.', base_edit_count: 0, reason: 'Rude' };
    const [entry] = await entries(() => ask(admin, 'forums/update-post', edit));
    expect(entry).toMatchObject({
      action: 'forums/update-post',
      data: { target: { type: 'post', id: post.id }, reason: 'Rude' },
    });
    expect(await audited(() => ask(admin, 'forums/update-topic', pin))).toEqual(['forums/update-topic']);
    expect(await audited(() => ask(admin, 'forums/set-member', trust))).toEqual(['forums/set-member']);
    expect(await audited(() => ask(owner, 'forums/update-topic', pin))).toEqual([]);
    await ask(admin, 'forums/join-forum', { forum_id: forum.id });
    await ask(owner, 'forums/set-member', { forum_id: forum.id, user_id: admin.id, role: 'moderator' });
    expect(await audited(() => ask(admin, 'forums/update-topic', pin))).toEqual([]);
    expect(await audited(() => ask(admin, 'forums/set-member', trust))).toEqual([]);
    const promote = { forum_id: forum.id, user_id: other.id, role: 'moderator' };
    expect(await audited(() => ask(admin, 'forums/set-member', promote))).toEqual(['forums/set-member']);
  });

  it('writing is audited where only the site role opens the forum', async () => {
    const { forum, categories } = await ask(owner, 'forums/create-forum', { name: 'Tea' });
    const words = { category_id: categories[0].id, title: 'Green or black', body: 'Which one do you drink?' };
    const own = await ask(admin, 'forums/create-topic', words);
    const [mine] = [own.topic.id];
    await rest();
    const write = () => ask(admin, 'forums/create-post', { topic_id: mine, body: 'Both.' });
    expect(await audited(write)).toEqual([]);
    const retitle = { topic_id: mine, title: 'Green, or black' };
    expect(await audited(() => ask(admin, 'forums/update-topic', retitle))).toEqual([]);
    await rest();
    await ask(owner, 'forums/update-forum', { forum_id: forum.id, status: 'read_only' });
    expect(await audited(write)).toEqual(['forums/create-post']);
  });
});

describe('in support', () => {
  const open = async () =>
    (await ask(other, 'support/open-ticket', { desk_id: owner.id, subject: 'Help', body: 'It is broken.' })).ticket;

  it('an administrator who works at a desk of others is audited, its owner and the requester are not', async () => {
    const { id } = await open();
    const update = { ticket_ids: [id], priority: 'high' };
    const reply = { ticket_id: id, body: 'Well.' };
    expect(await entries(() => ask(admin, 'support/update-ticket', update))).toEqual([
      expect.objectContaining({
        action: 'support/update-ticket',
        admin_id: admin.id,
        data: { target: { type: 'ticket', ids: [id] } },
      }),
    ]);
    expect(await audited(() => ask(admin, 'support/reply-to-ticket', reply))).toEqual(['support/reply-to-ticket']);
    const close = { ticket_id: id };
    expect(await audited(() => ask(admin, 'support/close-ticket', close))).toEqual(['support/close-ticket']);
    expect(await audited(() => ask(owner, 'support/reply-to-ticket', { ...reply, status: 'open' }))).toEqual([]);
    expect(await audited(() => ask(other, 'support/reply-to-ticket', reply))).toEqual([]);
  });

  it('an administrator is not audited as a customer, unless for what only the desk may do', async () => {
    const asked = { desk_id: owner.id, subject: 'Mine', body: 'It is broken.' };
    let ticket: any;
    expect(await audited(async () => ({ ticket } = await ask(admin, 'support/open-ticket', asked)))).toEqual([]);
    const reply = { ticket_id: ticket.id, body: 'Well.' };
    expect(await audited(() => ask(admin, 'support/reply-to-ticket', reply))).toEqual([]);
    const note = { ...reply, internal: true };
    expect(await audited(() => ask(admin, 'support/reply-to-ticket', note))).toEqual(['support/reply-to-ticket']);
    const urgent = { ...asked, priority: 'urgent' };
    expect(await audited(() => ask(admin, 'support/open-ticket', urgent))).toEqual(['support/open-ticket']);
  });
});

describe('where people teach', () => {
  it('a comment under a lesson that only the site role opens is audited', async () => {
    const { course } = await ask(owner, 'courses/create-course', { title: 'Drawing', description: 'Lines.' });
    const { module } = await ask(owner, 'courses/create-module', { course_id: course.id, title: 'Basics' });
    const lesson = { module_id: module.id, title: 'Lines', kind: 'text', body: 'Draw one.', published: true };
    const { id: lesson_id } = (await ask(owner, 'courses/create-lesson', lesson)).lesson;
    await ask(owner, 'courses/publish-course', { course_id: course.id });
    const comment = () => ask(admin, 'courses/post-comment', { lesson_id, body: 'Why?' });
    expect(await audited(comment)).toEqual(['courses/post-comment']);
    expect(await audited(() => ask(admin, 'courses/enroll', { course_id: course.id }))).toEqual([]);
    expect(await audited(comment)).toEqual([]);
    const progress = { lesson_id, completed: true };
    expect(await audited(() => ask(admin, 'courses/update-progress', progress))).toEqual([]);
  });

  it('a comment in the thread of a learner is audited', async () => {
    const { assignment } = await ask(owner, 'assignments/create-assignment', {
      title: 'Essay',
      publish: true,
    });
    const { learner } = await ask(other, 'assignments/join-assignment', { join_code: assignment.join_code });
    const comment = { assignment_id: assignment.id, body: 'Well.' };
    const answer = { ...comment, learner_id: learner.id };
    expect(await audited(() => ask(admin, 'assignments/add-comment', answer))).toEqual(['assignments/add-comment']);
    expect(await audited(() => ask(other, 'assignments/add-comment', comment))).toEqual([]);
  });

  it('a preview of the quiz of somebody else is audited', async () => {
    const { quiz } = await ask(owner, 'quizzes/create-quiz', { title: 'Sums' });
    const questions = [{ type: 'single_choice', prompt: '2 + 2 =', options: ['5', '4'], correct: 1 }];
    await ask(owner, 'quizzes/add-questions', { quiz_id: quiz.id, questions });
    const preview = { quiz_id: quiz.id, preview: true };
    expect(await audited(() => ask(admin, 'quizzes/start-attempt', preview))).toEqual(['quizzes/start-attempt']);
    expect(await audited(() => ask(owner, 'quizzes/start-attempt', preview))).toEqual([]);
  });
});

describe('what activity names', () => {
  const activity = async (who: Account, slug: string) => (await ask(who, `${slug}/activity`)).activity[0];

  it('is all of what a bulk call has changed, a thing of the input, and a type in one spelling', async () => {
    const urls = ['https://example.org/1', 'https://example.org/2'];
    const { links } = await ask(owner, 'shortlinks/bulk-create-links', {
      links: urls.map((url) => ({ url })),
    });
    const ids = links.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    expect((await activity(owner, 'shortlinks')).target).toEqual({ type: 'link', ids });
    const reply = { shortcut: 'hi', title: 'Hi', body: 'Hi there' };
    const { canned_reply } = await ask(owner, 'support/save-canned-reply', reply);
    const canned = { type: 'canned_reply', id: canned_reply.id };
    expect((await activity(owner, 'support')).target).toEqual(canned);
    await ask(owner, 'support/save-agent', { user_id: other.id });
    expect((await activity(owner, 'support')).target).toEqual({ type: 'user', id: other.id });
    await ask(owner, 'support/update-settings', {});
    expect((await activity(owner, 'support')).target).toBe(null);
  });
});
