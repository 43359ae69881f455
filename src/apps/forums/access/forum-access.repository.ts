import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Forum, ForumCategory, ForumMember } from '../forums/forum.entity.js';
import type { Post } from '../posts/post.entity.js';
import type { Topic } from '../topics/topic.entity.js';

const MEMBER = 'LEFT JOIN ext_forums.members m ON m.forum_id = f.id AND m.user_id = $2::uuid';
const FORUM = 'to_jsonb(f) AS forum, to_jsonb(m) AS member';
const CATEGORY = `${FORUM}, to_jsonb(c) AS category`;
const TOPIC = `${CATEGORY}, to_jsonb(t) AS topic`;
const POST = `(SELECT to_jsonb(one) FROM (SELECT p.id, p.topic_id, p.forum_id, p.owner_id, p.number, p.reply_to_number,
  p.body, p.html, p.status, p.deleted_by, p.deleted_at, p.edited_at, p.edit_count, p.like_count, p.created_at,
  p.updated_at) one) AS post`;
const OF_CATEGORY_FROM = `JOIN ext_forums.forums f ON f.id = c.forum_id ${MEMBER}`;
const OF_TOPIC_FROM = `JOIN ext_forums.categories c ON c.id = t.category_id ${OF_CATEGORY_FROM}`;

const OF_FORUM = sql('forums_place', `SELECT ${FORUM} FROM ext_forums.forums f ${MEMBER} WHERE f.id = $1`);
const OF_SLUG = sql('forums_place_slug', `SELECT ${FORUM} FROM ext_forums.forums f ${MEMBER} WHERE f.slug = $1`);
const OF_CATEGORY = sql(
  'forums_place_category',
  `SELECT ${CATEGORY} FROM ext_forums.categories c ${OF_CATEGORY_FROM} WHERE c.id = $1`,
);
const OF_TOPIC = sql('forums_place_topic', `SELECT ${TOPIC} FROM ext_forums.topics t ${OF_TOPIC_FROM} WHERE t.id = $1`);
const OF_POST = sql(
  'forums_place_post',
  `SELECT ${TOPIC}, ${POST} FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id ${OF_TOPIC_FROM}
   WHERE p.id = $1`,
);
const LOCK_FORUM_OF_CATEGORY = sql(
  'forums_forum_lock_of_category',
  `SELECT FROM ext_forums.forums WHERE id = (SELECT forum_id FROM ext_forums.categories WHERE id = $1)
   FOR NO KEY UPDATE`,
);
const LOCK_TOPIC = sql('forums_topic_lock', 'SELECT FROM ext_forums.topics WHERE id = $1 FOR NO KEY UPDATE');
const LOCK_TOPIC_OF = sql(
  'forums_topic_lock_of_post',
  `SELECT FROM ext_forums.topics WHERE id = (SELECT topic_id FROM ext_forums.posts WHERE id = $1)
   FOR NO KEY UPDATE`,
);

export interface ForumRows {
  forum: Forum;
  /** Null if the caller never joined. */
  member: ForumMember | null;
}
export type CategoryRows = ForumRows & { category: ForumCategory };
export type TopicRows = CategoryRows & { topic: Topic };
export type PostRows = TopicRows & { post: Post };

/** Reads a row together with the rows above it and the caller's membership, in one statement. */
@AppProvider()
export class ForumAccessRepository extends BaseRepository {
  findForum(id: string, userId: string | null): Promise<ForumRows | undefined> {
    return this.read<ForumRows>(OF_FORUM, id, userId);
  }

  findForumBySlug(slug: string, userId: string | null): Promise<ForumRows | undefined> {
    return this.read<ForumRows>(OF_SLUG, slug, userId);
  }

  findCategory(id: string, userId: string | null): Promise<CategoryRows | undefined> {
    return this.read<CategoryRows>(OF_CATEGORY, id, userId);
  }

  findTopic(id: string, userId: string | null): Promise<TopicRows | undefined> {
    return this.read<TopicRows>(OF_TOPIC, id, userId);
  }

  findPost(id: string, userId: string | null): Promise<PostRows | undefined> {
    return this.read<PostRows>(OF_POST, id, userId);
  }

  async lockForumOfCategory(categoryId: string): Promise<void> {
    await this.rows(LOCK_FORUM_OF_CATEGORY, categoryId);
  }

  async lockTopic(id: string): Promise<void> {
    await this.rows(LOCK_TOPIC, id);
  }

  async lockTopicOfPost(postId: string): Promise<void> {
    await this.rows(LOCK_TOPIC_OF, postId);
  }

  private async read<Rows>(statement: typeof OF_FORUM, id: string, userId: string | null) {
    const found = await this.one<Record<string, object | null>>(statement, id, userId);
    if (!found) return undefined;
    return Object.fromEntries(Object.entries(found).map(([name, row]) => [name, row && withDates(row)])) as Rows;
  }
}

const MOMENT = /_(at|until)$/;

/** JSON has no dates: in it they are text. */
const withDates = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && MOMENT.test(name) ? new Date(value) : value,
    ]),
  );
