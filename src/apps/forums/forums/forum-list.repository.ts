import { AppProvider } from '../../kernel/app-provider.js';
import { jsonObject, iso } from '../../../platform/database/json.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import type { Forum, ForumCategory } from './forum.entity.js';
import { IS_MEMBER, person } from '../forums.sql.js';

const LARGEST = `(f.member_count, f.id) < ($1::int, $2::uuid) ORDER BY f.member_count DESC, f.id DESC LIMIT $3`;
const PUBLIC = `SELECT f.* FROM ext_forums.forums f WHERE f.visibility = 'public' AND f.status = 'active'`;
/** As the index has it. */
const WORDS = `to_tsvector('simple', f.name || ' ' || coalesce(f.description, '')) @@
  websearch_to_tsquery('simple', $4)`;
// What is archived only its owner finds.
const MINE = `SELECT f.* FROM ext_forums.members m JOIN ext_forums.forums f ON f.id = m.forum_id
  WHERE m.user_id = $4::uuid AND ${IS_MEMBER('m')} AND (f.status <> 'archived' OR f.owner_id = $4)`;

const ALL = sql('forums_list', `${PUBLIC} AND ${LARGEST}`);
const NAMED = searching('forums_list_named', `${PUBLIC} AND ${WORDS} AND ${LARGEST}`);
const OF_MEMBER = sql('forums_list_mine', `${MINE} AND ${LARGEST}`);
const OF_MEMBER_NAMED = searching('forums_list_mine_named', `${MINE} AND ${WORDS.replace('$4', '$5')} AND ${LARGEST}`);

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

const PAGE = new Keyset({ name: 'forums', defaultLimit: 20, maxLimit: 100 });
const MOST = '2147483647';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface LatestTopic {
  id: string;
  title: string;
  bumped_at: Date;
  last_poster: { id: string; username: string | null };
}

@AppProvider()
export class ForumListRepository extends BaseRepository {
  /** The largest first; `memberId`: the forums of this member, instead of the public ones. */
  async list(memberId: string | undefined, q: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const after = slice.after ?? [MOST, LAST_ID];
    const among = memberId ? (q ? OF_MEMBER_NAMED : OF_MEMBER) : q ? NAMED : ALL;
    const values = [memberId, q].filter((value) => value !== undefined);
    const found = await this.rows<Forum>(among, after[0], after[1], slice.fetch, ...values);
    return PAGE.cut(found, slice, ({ member_count, id }) => [member_count, id]);
  }

  categories(forumId: string): Promise<(ForumCategory & { latest_topic: LatestTopic | null })[]> {
    return this.rows(CATEGORIES, forumId);
  }

  tags(forumId: string): Promise<{ tag: string; topics: number }[]> {
    return this.rows(TAGS, forumId);
  }
}
