import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';
import { IS_MEMBER } from '../forums.sql.js';

const lock = (table: string) =>
  sql(
    `forums_recount_lock_${table}`,
    `SELECT id FROM ext_forums.${table} WHERE id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
  );
/** Only rows that are wrong are written. */
const fix = (table: string, counts: Record<string, string>) => {
  const names = Object.keys(counts);
  const counted = names.map((name) => `(${counts[name]})::int AS ${name}`).join(', ');
  const listed = (of: string) => names.map((name) => `${of}.${name}`).join(', ');
  return sql(
    `forums_recount_${table}`,
    `UPDATE ext_forums.${table} o SET ${names.map((name) => `${name} = c.${name}`).join(', ')}
     FROM (SELECT x.id, ${counted} FROM ext_forums.${table} x WHERE x.id = ANY ($1::uuid[])) c
     WHERE o.id = ANY ($1::uuid[]) AND o.id = c.id AND (${listed('o')}) IS DISTINCT FROM (${listed('c')})`,
  );
};

const LISTED = `t.status IN ('open', 'closed')`;
const POSTS = sql(
  'forums_recount_posts',
  `UPDATE ext_forums.posts p SET like_count = c.likes
   FROM (
     SELECT x.id, (SELECT count(*)::int FROM ext_forums.likes l WHERE l.post_id = x.id) AS likes
     FROM ext_forums.posts x WHERE x.topic_id = ANY ($1::uuid[])
   ) c WHERE p.id = c.id AND p.like_count <> c.likes`,
);
const TOPICS = fix('topics', {
  post_count: `SELECT count(*) FROM ext_forums.posts p WHERE p.topic_id = x.id AND p.status = 'visible'`,
  like_count: `SELECT coalesce(sum(p.like_count), 0) FROM ext_forums.posts p WHERE p.topic_id = x.id`,
});
const OWN = 'ext_forums.posts p WHERE p.forum_id = x.forum_id AND p.owner_id = x.user_id';
const MEMBERS = fix('members', {
  post_count: `SELECT count(*) FROM ${OWN} AND p.status = 'visible'`,
  like_received: `SELECT coalesce(sum(p.like_count), 0) FROM ${OWN}`,
});
const FORUMS = fix('forums', {
  member_count: `SELECT count(*) FROM ext_forums.members m WHERE m.forum_id = x.id AND ${IS_MEMBER('m')}`,
  topic_count: `SELECT count(*) FROM ext_forums.topics t WHERE t.forum_id = x.id AND ${LISTED}`,
  post_count: `SELECT coalesce(sum(t.post_count), 0) FROM ext_forums.topics t WHERE t.forum_id = x.id AND ${LISTED}`,
});
const CATEGORIES = fix('categories', {
  topic_count: `SELECT count(*) FROM ext_forums.topics t WHERE t.category_id = x.id AND ${LISTED}`,
});

/** What is counted of what: each is locked before it is counted anew, in a statement that sees what came before. */
const KINDS = [
  { lock: lock('topics'), fixes: [POSTS, TOPICS] },
  { lock: lock('members'), fixes: [MEMBERS] },
  { lock: lock('forums'), fixes: [FORUMS] },
  { lock: lock('categories'), fixes: [CATEGORIES] },
] satisfies { lock: Statement; fixes: Statement[] }[];

export type Kind = (typeof KINDS)[number];

@AppProvider()
export class RecountRepository extends BaseRepository {
  readonly kinds = KINDS;

  /** The last of the batch; undefined where there are no more. */
  async batch({ lock: locked, fixes }: Kind, after: string, limit: number): Promise<string | undefined> {
    const ids = (await this.rows<{ id: string }>(locked, after, limit)).map(({ id }) => id);
    if (ids.length) for (const statement of fixes) await this.count(statement, ids);
    return ids.at(-1);
  }
}
