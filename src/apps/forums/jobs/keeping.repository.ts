import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { sql } from '../../../platform/database/sql.js';
import { IS_IN } from '../people/member.repository.js';
import { words } from '../talk/post.repository.js';

const PROMOTE = sql(
  'forums_members_promote',
  `UPDATE ext_forums.members SET trusted = true, updated_at = now() WHERE id = ANY (ARRAY(
     SELECT m.id FROM ext_forums.members m
     WHERE NOT m.trusted AND NOT m.trust_is_set AND m.post_count >= 5 AND m.like_received >= 2 AND ${IS_IN('m')}
       AND m.joined_at <= now() - interval '3 days' AND NOT EXISTS (
         SELECT FROM ext_forums.posts p JOIN ext_forums.reviews r ON r.post_id = p.id
         WHERE p.forum_id = m.forum_id AND p.owner_id = m.user_id AND r.kind = 'flag' AND r.status = 'agreed'
           AND r.resolved_at > now() - interval '30 days')
     ORDER BY m.id LIMIT $1 FOR NO KEY UPDATE OF m SKIP LOCKED))`,
);
const CLOSE = sql(
  'forums_topics_close',
  `UPDATE ext_forums.topics SET status = 'closed', closed_reason = 'inactivity', updated_at = now()
   WHERE id = ANY (ARRAY(
     SELECT t.id FROM ext_forums.categories c JOIN ext_forums.topics t ON t.category_id = c.id
     WHERE c.auto_close_days IS NOT NULL AND t.status = 'open'
       AND t.bumped_at < now() - make_interval(days => c.auto_close_days)
     ORDER BY t.id LIMIT $1 FOR NO KEY UPDATE OF t SKIP LOCKED))`,
);
// In the language that the forum has when the batch is written.
const REINDEX = sql(
  'forums_reindex',
  `WITH batch AS (
     SELECT p.id, p.created_at, CASE WHEN p.number = 1 THEN t.title ELSE '' END AS title, f.language
     FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id JOIN ext_forums.forums f ON f.id = p.forum_id
     WHERE p.forum_id = $1 AND (p.created_at, p.id) > ($2, $3::uuid)
     ORDER BY p.created_at, p.id LIMIT $4
   ), written AS (
     UPDATE ext_forums.posts p SET tsv = ${words('batch.language', 'batch.title', 'p.body')}
     FROM batch WHERE p.id = batch.id
   )
   SELECT created_at, id FROM batch ORDER BY created_at DESC, id DESC LIMIT 1`,
);
// To who moderates longest; where there is nobody, it is closed.
const ADOPT = sql(
  'forums_adopt',
  `UPDATE ext_forums.forums f SET updated_at = now(), owner_id = coalesce(heir.id, f.owner_id),
     status = CASE WHEN heir.id IS NULL THEN 'archived' ELSE f.status END
   FROM (
     SELECT o.id AS forum_id, (SELECT m.user_id FROM ext_forums.members m
       WHERE m.forum_id = o.id AND m.role = 'moderator' AND ${IS_IN('m')} ORDER BY m.joined_at, m.id LIMIT 1) AS id
     FROM ext_forums.forums o
     WHERE NOT EXISTS (SELECT FROM account.users u WHERE u.id = o.owner_id) AND o.status <> 'archived'
     ORDER BY o.id LIMIT $1 FOR NO KEY UPDATE OF o SKIP LOCKED
   ) heir WHERE f.id = heir.forum_id`,
);

export type Place = [created_at: unknown, id: string];
export const BEGINNING: Place = ['-infinity', FIRST_ID];

/** What the jobs do, in batches; each tells how much it was. */
@AppProvider()
export class KeepingRepository extends BaseRepository {
  promote(limit: number): Promise<number> {
    return this.count(PROMOTE, limit);
  }

  close(limit: number): Promise<number> {
    return this.count(CLOSE, limit);
  }

  adopt(limit: number): Promise<number> {
    return this.count(ADOPT, limit);
  }

  /** The last of the batch; undefined where there are no more. */
  async reindex(forumId: string, [createdAt, id]: Place, limit: number): Promise<Place | undefined> {
    const last = await this.one<{ created_at: Date; id: string }>(REINDEX, forumId, createdAt, id, limit);
    return last && [last.created_at, last.id];
  }
}
