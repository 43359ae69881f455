import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching } from '../../platform/database/sql.js';
import { during } from '../kernel/stats/figures.js';

const OWN = 'ANY (ARRAY(SELECT id FROM ext_forums.forums WHERE owner_id = $1))';
const LISTED = `t.status IN ('open', 'closed')`;
const BEGUN = `ext_forums.topics t WHERE t.forum_id = ${OWN} AND ${LISTED} AND ${during('t.created_at')}`;
const FIRST_REPLY = `(SELECT p.created_at FROM ext_forums.posts p
  WHERE p.topic_id = t.id AND p.owner_id <> t.owner_id AND p.status = 'visible' ORDER BY p.number LIMIT 1)`;
const SOLVABLE = '(SELECT c.solvable FROM ext_forums.categories c WHERE c.id = t.category_id)';
const median = (span: string, from: string) =>
  `(SELECT round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${span}) / 60))::numeric, 1)::float8
    FROM ${from})`;

const NOW = searching(
  'forums_stats',
  `SELECT
     (SELECT coalesce(sum(member_count), 0)::int FROM ext_forums.forums WHERE owner_id = $1) AS members,
     (SELECT count(*)::int FROM ext_forums.members m WHERE m.forum_id = ${OWN} AND ${during('m.joined_at')}) AS new_members,
     (SELECT count(*)::int FROM (
       SELECT owner_id FROM ext_forums.posts WHERE forum_id = ${OWN} AND ${during('created_at')}
       UNION SELECT user_id FROM ext_forums.likes WHERE forum_id = ${OWN} AND ${during('created_at')}
     ) active) AS active_members,
     (SELECT count(*)::int FROM ${BEGUN}) AS topics,
     (SELECT count(*)::int FROM ext_forums.posts p
      WHERE p.forum_id = ${OWN} AND p.status = 'visible' AND ${during('p.created_at')}) AS posts,
     ${median('replied - created_at', `(SELECT t.created_at, ${FIRST_REPLY} AS replied FROM ${BEGUN}) one WHERE replied IS NOT NULL`)}
       AS median_minutes_to_first_reply,
     (SELECT count(*)::int FROM ${BEGUN} AND t.created_at < now() - interval '24 hours' AND ${FIRST_REPLY} IS NULL)
       AS unanswered,
     (SELECT round(avg((t.solution_post_id IS NOT NULL)::int), 4)::float8 FROM ${BEGUN} AND ${SOLVABLE}) AS solved_rate,
     (SELECT count(*)::int FROM ext_forums.reviews r
      WHERE r.forum_id = ${OWN} AND r.kind = 'flag' AND ${during('r.created_at')}) AS flags,
     ${median('r.resolved_at - r.created_at', `ext_forums.reviews r WHERE r.forum_id = ${OWN} AND ${during('r.resolved_at')}`)}
       AS median_minutes_to_resolve`,
);
const TOP = searching(
  'forums_stats_top',
  `SELECT t.id, t.forum_id, t.title, count(*)::int AS posts
   FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id
   WHERE p.forum_id = ${OWN} AND p.status = 'visible' AND ${during('p.created_at')} AND ${LISTED}
   GROUP BY t.id ORDER BY posts DESC, t.id LIMIT 5`,
);

export interface Figures {
  members: number;
  new_members: number;
  active_members: number;
  topics: number;
  posts: number;
  median_minutes_to_first_reply: number | null;
  unanswered: number;
  solved_rate: number | null;
  flags: number;
  median_minutes_to_resolve: number | null;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  async now(userId: string, from: string, to: string): Promise<Figures> {
    return (await this.one<Figures>(NOW, userId, from, to)) as Figures;
  }

  top(userId: string, from: string, to: string) {
    return this.rows<{ id: string; forum_id: string; title: string; posts: number }>(TOP, userId, from, to);
  }
}
