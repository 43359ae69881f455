import { atOnce } from '../../account/at-once.js';
import { DropRevisionsJob } from '../../../src/apps/blog/jobs/drop-revisions.job.js';
import type { Account } from '../../support/service.js';
import { Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author();
});
afterAll(() => room.stop());

const save = (post: any, more: object) => room.save(ann, post, more);
const elsewhere = (current_version: number) => ({ error: 'Post was changed elsewhere', current_version });
const update = (post: any, more: object) =>
  room.call(ann, 'update-post', { post_id: post.id, version: post.version, ...more });

describe('a collision', () => {
  it('is refused with the version that the editor has not seen', async () => {
    const post = await room.post(ann);
    const { post: saved, pending } = await save(post, { title: 'Rye in deep winter' });
    expect(saved).toMatchObject({ version: 2, title: 'Rye in deep winter', slug: 'rye-in-deep-winter' });
    expect(pending).toBeNull();
    await update(post, { title: 'Old tab' }).expect(409, elsewhere(2));
    await update({ ...post, version: 3 }, { title: 'From the future' }).expect(409, elsewhere(2));
    await update({ ...post, version: '1' }, {}).expect(400);
    const many = await atOnce(20, (n) => update(saved, { body_markdown: `Text ${n}` }));
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await room.get(ann, post)).post.version).toBe(3);
    expect(await room.revisions(ann, post)).toEqual([
      [3, 'save'],
      [2, 'save'],
      [1, 'save'],
    ]);
  });

  it('is none where a post was only published meanwhile', async () => {
    const post = await room.post(ann);
    const { post: live } = await room.ask(ann, 'publish-post', { post_id: post.id });
    expect(live).toMatchObject({ version: 1, edited_at: post.edited_at });
    const { post: saved } = await save(post, { title: 'Saved later' });
    expect(saved).toMatchObject({ version: 2, status: 'published' });
    expect(saved.edited_at > post.edited_at).toBe(true);
    const { post: draft } = await room.ask(ann, 'unpublish-post', { post_id: post.id });
    expect(draft).toMatchObject({ version: 2, edited_at: saved.edited_at });
  });
});

describe('an autosave', () => {
  it('of a draft saves it, and replaces the one before for ten minutes', async () => {
    let post = await room.post(ann);
    for (const text of ['a', 'b', 'c']) ({ post } = await save(post, { body_markdown: text, autosave: true }));
    expect(post).toMatchObject({ version: 4, body_markdown: 'c', body_html: '<p>c</p>' });
    expect(await room.revisions(ann, post)).toEqual([
      [4, 'autosave'],
      [1, 'save'],
    ]);
    await room.rows(`UPDATE ext_blog.post_revisions SET created_at = now() - interval '11 minutes'`);
    ({ post } = await save(post, { body_markdown: 'd', autosave: true }));
    ({ post } = await save(post, { body_markdown: 'e' }));
    ({ post } = await save(post, { body_markdown: 'f', autosave: true }));
    expect(await room.revisions(ann, post)).toEqual([
      [7, 'autosave'],
      [6, 'save'],
      [5, 'autosave'],
      [4, 'autosave'],
      [1, 'save'],
    ]);
  });

  it('of a public post keeps the text from its readers until it is saved', async () => {
    let post = await room.published(ann, { title: 'Live', body_markdown: 'Live text', tags: ['a'] });
    const path = `${ann.blog.handle}/${post.slug}`;
    const kept = await save(post, { body_markdown: 'Typed *text*', tags: ['b'], autosave: true });
    expect(kept.post).toMatchObject({ version: 2, body_markdown: 'Live text', tags: ['a'], edited_at: post.edited_at });
    expect(kept.pending).toMatchObject({ version: 2, title: 'Live', body_markdown: 'Typed *text*', word_count: 2 });
    const more = await save(kept.post, { title: 'Typed', excerpt: 'Short', autosave: true });
    expect(more.pending).toMatchObject({ version: 3, title: 'Typed', body_markdown: 'Typed *text*', excerpt: 'Short' });
    expect((await room.open(path)).text).toContain('Live text');
    const shown = await room.get(ann, post);
    expect(shown).toMatchObject({ post: { version: 3, title: 'Live' }, pending: more.pending });
    const listed = (await room.ask(ann, 'list-posts', { q: 'Live' })).posts;
    expect(listed[0].has_pending).toBe(true);
    await update(post, { autosave: true }).expect(409, elsewhere(3));
    ({ post } = await save(more.post, { body_markdown: 'New text' }));
    expect(post).toMatchObject({ version: 4, title: 'Live', body_markdown: 'New text', excerpt: null });
    expect((await room.get(ann, post)).pending).toBeNull();
    expect((await room.open(path)).text).toContain('New text');
    expect(await room.revisions(ann, post)).toEqual([
      [4, 'save'],
      [3, 'autosave'],
      [1, 'publish'],
    ]);
  });

  it('stays pending when its post goes back to draft and live again without a save', async () => {
    const post = await room.published(ann, { body_markdown: 'Live text' });
    await save(post, { body_markdown: 'Typed', autosave: true });
    await room.ask(ann, 'unpublish-post', { post_id: post.id });
    expect((await room.get(ann, post)).pending).toBeNull();
    await room.ask(ann, 'publish-post', { post_id: post.id });
    const { post: live, pending } = await room.get(ann, post);
    expect([live.body_markdown, pending.body_markdown]).toEqual(['Live text', 'Typed']);
    expect(await room.revisions(ann, post)).toEqual([
      [2, 'autosave'],
      [1, 'publish'],
    ]);
  });
});

it('an excerpt alone that was saved by itself is not published without a save either', async () => {
  const post = await room.published(ann, { excerpt: 'Live excerpt' });
  await save(post, { excerpt: 'Typed', autosave: true });
  await room.ask(ann, 'unpublish-post', { post_id: post.id });
  await room.ask(ann, 'publish-post', { post_id: post.id });
  const { post: live, pending } = await room.get(ann, post);
  expect([live.excerpt, pending?.excerpt]).toEqual(['Live excerpt', 'Typed']);
});

it('a post that readers see has a title and a body', async () => {
  const live = await room.published(ann);
  const planned = await room.published(ann, {}, new Date(Date.now() + 3_600_000).toISOString());
  for (const post of [live, planned])
    for (const empty of [{ title: ' ' }, { body_markdown: '' }, { body_markdown: '\n' }]) {
      const error = 'A published post needs a title and a body';
      await update(post, 'title' in empty ? { title: '' } : empty).expect(400, { error });
    }
  const draft = await room.post(ann);
  await save(draft, { title: '', body_markdown: '' });
});

describe('a revision', () => {
  it('is shown with its text, and restored as a new one', async () => {
    let post = await room.post(ann, { title: 'One', body_markdown: 'Text *one*', excerpt: 'Short' });
    ({ post } = await save(post, { title: 'Two', body_markdown: 'Text two', excerpt: null }));
    const { revisions, next_cursor } = await room.ask(ann, 'list-revisions', { post_id: post.id, limit: 1 });
    expect(revisions).toEqual([
      {
        id: expect.any(String),
        version: 2,
        reason: 'save',
        title: 'Two',
        word_count: 2,
        created_at: expect.any(String),
      },
    ]);
    const rest = await room.ask(ann, 'list-revisions', { post_id: post.id, limit: 1, cursor: next_cursor });
    expect(rest).toMatchObject({ revisions: [{ version: 1 }], next_cursor: null });
    const one = await room.ask(ann, 'list-revisions', { post_id: post.id, version: 1 });
    expect(one).toMatchObject({ revisions: [{ version: 1, body_markdown: 'Text *one*' }], next_cursor: null });
    const asked = (version: number, current_version: number) => ({ post_id: post.id, version, current_version });
    await room.expectRefused(ann, 'list-revisions', { post_id: post.id, version: 9 }, 404, 'Revision not found');
    await room.expectRefused(ann, 'restore-revision', asked(9, 2), 404, 'Revision not found');
    await room.call(ann, 'restore-revision', asked(1, 1)).expect(409, elsewhere(2));
    await room.ask(ann, 'publish-post', { post_id: post.id });
    await save(post, { body_markdown: 'Typed', autosave: true });
    const { post: restored } = await room.ask(ann, 'restore-revision', asked(1, 3));
    expect(restored).toMatchObject({
      version: 4,
      title: 'One',
      body_markdown: 'Text *one*',
      body_html: '<p>Text <em>one</em></p>',
      excerpt: 'Short',
      status: 'published',
      slug: 'two',
    });
    expect((await room.get(ann, post)).pending).toBeNull();
    expect(await room.revisions(ann, post)).toEqual([
      [4, 'restore'],
      [3, 'autosave'],
      [2, 'publish'],
      [1, 'save'],
    ]);
    const many = await atOnce(20, () => room.call(ann, 'restore-revision', asked(2, 4)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it('without a title is not restored where readers would see it', async () => {
    let post = await room.post(ann, { title: '', body_markdown: 'Text' });
    ({ post } = await save(post, { title: 'Title' }));
    await room.ask(ann, 'publish-post', { post_id: post.id });
    const asked = { post_id: post.id, version: 1, current_version: 2 };
    await room.expectRefused(ann, 'restore-revision', asked, 400, 'A published post needs a title and a body');
    await room.ask(ann, 'delete-post', { post_id: post.id });
    await room.expectRefused(ann, 'restore-revision', asked, 409, 'Post is in the trash');
    await room.expectRefused(ann, 'update-post', { post_id: post.id, version: 2 }, 409, 'Post is in the trash');
  });

  it('is one of the newest fifty, or of the newest fifty that were public', async () => {
    const [post, other] = [await room.post(ann), await room.post(ann)];
    await room.rows(
      `INSERT INTO ext_blog.post_revisions (post_id, version, title, body_markdown, word_count, reason)
       SELECT $1, n, 'T', 'B', 1, CASE WHEN n <= 60 THEN 'publish' ELSE 'save' END FROM generate_series(2, 160) n`,
      post.id,
    );
    await room.run(DropRevisionsJob);
    const kept = await room.revisions(ann, post);
    expect(kept).toHaveLength(100);
    expect(kept.filter(([, reason]) => reason === 'publish').map(([version]) => version)).toEqual(
      Array.from({ length: 50 }, (_, at) => 60 - at),
    );
    expect(kept[49]).toEqual([111, 'save']);
    expect(await room.revisions(ann, other)).toEqual([[1, 'save']]);
    await room.run(DropRevisionsJob);
    expect(await room.revisions(ann, post)).toEqual(kept);
  });
});
