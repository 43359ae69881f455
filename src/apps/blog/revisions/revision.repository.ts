import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Post } from '../posts/post.entity.js';
import { Revision, type Reason } from './revision.entity.js';

/** While an author types, what is saved by itself replaces itself for so long. */
const AUTOSAVE_SECONDS = 600;

const REPLACE = sql(
  'blog_replace_autosave',
  `UPDATE ext_blog.post_revisions SET version = $2, title = $3, body_markdown = $4, excerpt = $5, word_count = $6
   WHERE id = (SELECT id FROM ext_blog.post_revisions WHERE post_id = $1 ORDER BY version DESC LIMIT 1)
     AND reason = 'autosave' AND created_at > now() - interval '${AUTOSAVE_SECONDS} seconds'
   RETURNING *`,
);
const LIST = sql(
  'blog_revisions',
  `SELECT id, version, reason, title, word_count, created_at FROM ext_blog.post_revisions
   WHERE post_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3`,
);
// Of the posts in a range of ids: the newest 50, and the newest 50 that were public.
const SURPLUS = sql(
  'blog_surplus_revisions',
  `DELETE FROM ext_blog.post_revisions WHERE id IN (
     SELECT id FROM (
       SELECT id, reason, row_number() OVER (PARTITION BY post_id ORDER BY version DESC) AS place,
         row_number() OVER (PARTITION BY post_id, reason ORDER BY version DESC) AS place_of_reason
       FROM ext_blog.post_revisions WHERE post_id = ANY ($1::uuid[])
     ) ranked WHERE place > $2 AND (reason <> 'publish' OR place_of_reason > $2))`,
);
const POSTS_AFTER = sql('blog_posts_after', 'SELECT id FROM ext_blog.posts WHERE id > $1 ORDER BY id LIMIT $2');

const PAGE = new Keyset({ name: 'blog-revisions', defaultLimit: 20, maxLimit: 100 });
const LAST_VERSION = 2_147_483_647;

export type RevisionText = Pick<Revision, 'title' | 'body_markdown' | 'excerpt' | 'word_count'>;
type ListedRevision = Omit<Revision, 'body_markdown' | 'excerpt' | 'post_id'>;

@AppProvider()
export class RevisionRepository extends EntityRepository<Revision> {
  protected readonly entity = Revision;

  keep(post: Pick<Post, 'id' | 'version'>, text: RevisionText, reason: Reason): Promise<Revision> {
    const { title, body_markdown, excerpt, word_count } = text;
    return this.insert({ title, body_markdown, excerpt, word_count, reason, post_id: post.id, version: post.version });
  }

  async autosave({ id, version }: Pick<Post, 'id' | 'version'>, text: RevisionText): Promise<Revision> {
    const { title, body_markdown, excerpt, word_count } = text;
    const replaced = await this.one<Revision>(REPLACE, id, version, title, body_markdown, excerpt, word_count);
    return replaced ?? this.keep({ id, version }, text, 'autosave');
  }

  async newestOf(post_id: string): Promise<Revision | undefined> {
    const [newest] = await this.find({ post_id }, { order: { version: 'DESC' }, limit: 1 });
    return newest;
  }

  /** What was saved by itself after the text that readers see. */
  async pendingOf({ id, status }: Pick<Post, 'id' | 'status'>): Promise<Revision | null> {
    const newest = status === 'published' ? await this.newestOf(id) : undefined;
    return newest?.reason === 'autosave' ? newest : null;
  }

  async list(postId: string, query: PageQuery): Promise<Page<ListedRevision>> {
    const slice = PAGE.read(query);
    const before = Number(slice.after?.[0] ?? LAST_VERSION);
    const rows = await this.rows<ListedRevision>(LIST, postId, Number.isInteger(before) ? before : 0, slice.fetch);
    return PAGE.cut(rows, slice, ({ version }) => [version]);
  }

  /** Deletes what is beyond the newest of so many posts; the last of them, undefined where there are no more. */
  async deleteSurplus(after: string, posts: number, kept: number): Promise<string | undefined> {
    const ids = (await this.rows<{ id: string }>(POSTS_AFTER, after, posts)).map(({ id }) => id);
    if (ids.length) await this.count(SURPLUS, ids, kept);
    return ids.at(-1);
  }
}
