import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { iso, jsonObject, sql } from '../../../platform/database/sql.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { Forum, ForumCategory } from './forum.entity.js';
import { IS_MEMBER, person } from '../forums.sql.js';

const LIST = new List({
  name: 'forums_list',
  columns: 'f.*',
  from: 'ext_forums.forums f',
  id: 'f.id',
  filters: {
    public: `f.visibility = 'public' AND f.status = 'active'`,
    // Only the owner finds an archived forum.
    member: `f.id IN (SELECT m.forum_id FROM ext_forums.members m WHERE m.user_id = ?::uuid AND ${IS_MEMBER('m')})
      AND (f.status <> 'archived' OR f.owner_id = ?::uuid)`,
    // The expression of the index.
    words: `to_tsvector('simple', f.name || ' ' || coalesce(f.description, '')) @@ websearch_to_tsquery('simple', ?)`,
  },
  sorts: { largest: { by: 'f.member_count', type: 'int' } },
});

const LATEST = jsonObject({
  id: 't.id',
  title: 't.title',
  bumped_at: iso('t.bumped_at'),
  last_poster: person('t.last_post_user_id'),
});
// Pinned ones stand first in the index, so the latest is asked of both.
const CATEGORIES = sql(
  'forums_categories_latest',
  `SELECT c.*, (SELECT ${LATEST} FROM (
     SELECT t.* FROM (VALUES (true), (false)) kind (pinned) CROSS JOIN LATERAL (
       SELECT t.* FROM ext_forums.topics t
       WHERE t.category_id = c.id AND t.pinned = kind.pinned AND t.status IN ('open', 'closed')
       ORDER BY t.bumped_at DESC LIMIT 1) t
     ORDER BY t.bumped_at DESC LIMIT 1) t) AS latest_topic
   FROM ext_forums.categories c WHERE c.forum_id = $1 ORDER BY c.position, c.created_at, c.id`,
);
// Of what is talked about now: the same few hundred topics however large the forum has become.
const TAGS = sql(
  'forums_tags',
  `SELECT tag, count(*)::int AS topics FROM (
     SELECT tags FROM ext_forums.topics WHERE forum_id = $1 AND status IN ('open', 'closed')
     ORDER BY bumped_at DESC LIMIT 1000) latest, unnest(latest.tags) tag
   GROUP BY tag ORDER BY topics DESC, tag LIMIT 30`,
);

export interface LatestTopic {
  id: string;
  title: string;
  bumped_at: Date;
  last_poster: { id: string; username: string | null };
}

@AppProvider()
export class ForumListRepository extends BaseRepository {
  /** The largest first; `memberId`: the forums of this member, instead of the public ones. */
  list(memberId: string | undefined, q: string | undefined, query: PageQuery): Promise<Page<Forum>> {
    const filters = { public: memberId ? undefined : true, member: memberId, words: q };
    return LIST.page<Forum>(this.database, { filters, sort: 'largest', query });
  }

  categories(forumId: string): Promise<(ForumCategory & { latest_topic: LatestTopic | null })[]> {
    return this.rows(CATEGORIES, forumId);
  }

  tags(forumId: string): Promise<{ tag: string; topics: number }[]> {
    return this.rows(TAGS, forumId);
  }
}
