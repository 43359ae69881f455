import { Forum } from './entities/forum.entity.js';
import { IS_IN } from './people/member.repository.js';

/** One that is for members alone is not there for anybody else. */
export const FORUM = {
  entity: Forum,
  by: 'forum_id',
  seenIf: `t.visibility = 'public' AND t.status <> 'archived' OR EXISTS (SELECT FROM ext_forums.members m
    WHERE m.forum_id = t.id AND m.user_id = $2 AND ${IS_IN('m')})`,
};
