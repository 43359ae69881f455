import { iso, jsonList, jsonObject } from '../../platform/database/json.js';
import { blocked } from '../blocks/blocked.sql.js';

const FRAME = { id: 'f.id', media_url: 'f.media_url', media_type: 'f.media_type', duration: 'f.duration' };
export const FRAMES = jsonList(jsonObject(FRAME), 'f.position');

/** The fields of a story without its frames; `s` is its row in social.stories. */
export const STORY = {
  id: 's.id',
  user_id: 's.user_id',
  created_at: iso('s.created_at'),
  expires_at: iso('s.expires_at'),
};

/** With its frames and, for its owner, how many have seen it. */
export function storyJson(viewer: string, more: Record<string, string> = {}): string {
  const frames = `(SELECT ${FRAMES} FROM social.story_frames f WHERE f.story_id = s.id)`;
  const fields = { ...STORY, ...more, story_frames: frames };
  const views_count = '(SELECT count(*) FROM social.story_views v WHERE v.story_id = s.id)';
  return `CASE WHEN s.user_id = ${viewer}::uuid THEN ${jsonObject({ ...fields, views_count })}
    ELSE ${jsonObject(fields)} END`;
}

/** `u` is the owner's row in account.users; `staff` is true where the viewer is an admin. */
export const storyIsVisible = (viewer: string, staff: string) => `(
  s.user_id = ${viewer}::uuid OR ${staff}::boolean
  OR s.expires_at > now() AND u.user_status = 'active' AND NOT ${blocked('s.user_id', `${viewer}::uuid`)}
    AND (NOT u.follower_approval OR EXISTS (
      SELECT FROM social.follows f
      WHERE f.follower_id = ${viewer}::uuid AND f.following_id = s.user_id AND f.status = 'following')))`;
