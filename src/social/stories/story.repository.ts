import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { iso, jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { blocked } from '../blocks/blocked.sql.js';
import { AUTHOR } from '../common/person.js';
import type { FrameInput, StoryViewView } from './stories.dto.js';
import { Story } from './story.entity.js';

/** `file_id`: the file behind `media_url` if it is one of ours. */
type NewFrame = FrameInput & { file_id?: string };
type InsertedStory = Pick<Story, 'id'> & { json: string };
type ViewCount = { story_id: string; user_id: string; views_count: number };

/** The list has no pages, so a viewer who follows thousands of users sees the newest stories only. */
const MAX_ACTIVE = 500;

const FRAME = { id: 'f.id', media_url: 'f.media_url', media_type: 'f.media_type', duration: 'f.duration' };
const FRAMES = jsonList(jsonObject(FRAME), 'f.position');

/** The fields of a story without its frames; `s` is the row in social.stories. */
const STORY = { id: 's.id', user_id: 's.user_id', created_at: iso('s.created_at'), expires_at: iso('s.expires_at') };

/** A story with its frames, and for its owner with the number of views. */
function storyJson(viewer: string, more: Record<string, string> = {}): string {
  const frames = `(SELECT ${FRAMES} FROM social.story_frames f WHERE f.story_id = s.id)`;
  const fields = { ...STORY, ...more, story_frames: frames };
  const views_count = '(SELECT count(*) FROM social.story_views v WHERE v.story_id = s.id)';
  return `CASE WHEN s.user_id = ${viewer}::uuid THEN ${jsonObject({ ...fields, views_count })}
    ELSE ${jsonObject(fields)} END`;
}

/** SQL condition; `u` is the owner's row in account.users, `staff` is true when the viewer is an admin. */
const storyIsVisible = (viewer: string, staff: string) => `(
  s.user_id = ${viewer}::uuid OR ${staff}::boolean
  OR s.expires_at > now() AND u.user_status = 'active' AND NOT ${blocked('s.user_id', `${viewer}::uuid`)}
    AND (NOT u.follower_approval OR EXISTS (
      SELECT FROM social.follows f
      WHERE f.follower_id = ${viewer}::uuid AND f.following_id = s.user_id AND f.status = 'following')))`;

const OF_STORY = 'FROM social.stories s JOIN account.users u ON u.id = s.user_id';
const VISIBLE = storyIsVisible('$2', '$3');

// Reads the newest stories of each author by index. It needs no check for blocks, because a block ends follows.
const ACTIVE = sql(
  'stories_active',
  `SELECT ${jsonList(storyJson('$1', { author: AUTHOR }), 's.created_at DESC, s.id DESC')}::text AS json
   FROM (
     SELECT newest.* FROM (
       SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'
       UNION ALL SELECT $1::uuid
     ) author CROSS JOIN LATERAL (
       SELECT * FROM social.stories WHERE user_id = author.id AND expires_at > now()
       ORDER BY expires_at DESC LIMIT ${MAX_ACTIVE}
     ) newest ORDER BY created_at DESC, id DESC LIMIT ${MAX_ACTIVE}
   ) s JOIN account.users u ON u.id = s.user_id AND u.user_status = 'active'`,
);
const SINGLE = sql(
  'story_single',
  `SELECT ${storyJson('$2')}::text AS json ${OF_STORY} WHERE s.id = $1 AND ${VISIBLE}`,
);
const OWNER = sql('story_owner', `SELECT s.user_id ${OF_STORY} WHERE s.id = $1 AND ${VISIBLE}`);
const LOCK = sql('story_lock', `SELECT s.user_id ${OF_STORY} WHERE s.id = $1 AND ${VISIBLE} FOR UPDATE OF s`);
const INSERT = sql(
  'story_insert',
  `WITH s AS (
     INSERT INTO social.stories (user_id) VALUES ($1) RETURNING *
   ), f AS (
     INSERT INTO social.story_frames (story_id, position, media_url, media_type, duration, file_id)
     SELECT s.id, given.position, frame->>'media_url', frame->>'media_type', coalesce((frame->>'duration')::int, 5),
       (frame->>'file_id')::uuid
     FROM s, jsonb_array_elements($2::jsonb) WITH ORDINALITY given(frame, position) RETURNING *
   ) SELECT s.id, ${jsonObject({ ...STORY, story_frames: `(SELECT ${FRAMES} FROM f)` })}::text AS json FROM s`,
);
const DELETE_FRAMES = sql(
  'story_delete_frames',
  'DELETE FROM social.story_frames WHERE story_id = ANY($1::uuid[]) RETURNING file_id',
);
const VIEW = sql(
  'story_view',
  `WITH seen AS (
     SELECT s.id, s.user_id ${OF_STORY} WHERE s.id = $1 AND ${VISIBLE} FOR KEY SHARE OF s
   ), made AS (
     INSERT INTO social.story_views (story_id, user_id)
     SELECT id, $2::uuid FROM seen WHERE user_id <> $2::uuid ON CONFLICT (story_id, user_id) DO NOTHING
     RETURNING story_id
   ) SELECT EXISTS (SELECT FROM made) AS is_new FROM seen`,
  { returnsChanges: true },
);
const VIEWS_COUNTS = sql(
  'story_views_counts',
  `SELECT s.id AS story_id, s.user_id, (SELECT count(*)::int FROM social.story_views v WHERE v.story_id = s.id) AS views_count
   FROM social.stories s WHERE s.id = ANY ($1::uuid[])`,
);
const RUNNING_OF = sql(
  'stories_running_of_author',
  'SELECT id FROM social.stories WHERE user_id = $1 AND expires_at > now()',
);
const SEEN_BY = sql(
  'stories_seen_by_user',
  `SELECT s.id FROM social.story_views v JOIN social.stories s ON s.id = v.story_id
   WHERE v.user_id = $1 AND s.expires_at > now()`,
);
const VIEWS = sql(
  'story_views',
  `SELECT ${AUTHOR} AS "user", v.viewed_at FROM social.story_views v JOIN account.users u ON u.id = v.user_id
   WHERE v.story_id = $1 AND (v.viewed_at, v.user_id) < ($2, $3::uuid)
   ORDER BY v.viewed_at DESC, v.user_id DESC LIMIT $4`,
);
const LOCK_OLD = sql(
  'stories_lock_old',
  `SELECT id FROM social.stories WHERE expires_at < now() - interval '7 days'
   ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED`,
);
export const STORIES_FOR_EXPORT = sql(
  'stories_for_export',
  `SELECT ${storyJson('$1')} AS story FROM social.stories s WHERE s.user_id = $1 ORDER BY s.created_at, s.id`,
);

const VIEWS_PAGE = new Keyset({ name: 'story-views', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class StoryRepository extends EntityRepository<Story> {
  protected readonly entity = Story;

  /** Active stories of the user and of those they follow, newest first, as JSON. */
  async activeJson(userId: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(ACTIVE, userId)).json;
  }

  /** As JSON; undefined if the viewer cannot see the story. */
  async findJson(id: string, viewerId: string, isStaff: boolean): Promise<string | undefined> {
    return (await this.one<{ json: string }>(SINGLE, id, viewerId, isStaff))?.json;
  }

  /** The owner of a story that the viewer can see. `lock`: nobody else deletes the story until the transaction ends. */
  async findOwner(id: string, viewerId: string, isStaff: boolean, lock = false): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(lock ? LOCK : OWNER, id, viewerId, isStaff))?.user_id;
  }

  write(userId: string, frames: NewFrame[]): Promise<InsertedStory> {
    return this.onlyOne<InsertedStory>(INSERT, userId, JSON.stringify(frames));
  }

  /** Returns the files of the deleted frames. */
  async deleteAll(ids: string[]): Promise<string[]> {
    const frames = await this.rows<{ file_id: string | null }>(DELETE_FRAMES, ids);
    await this.delete({ id: In(ids) });
    return [...new Set(frames.flatMap(({ file_id }) => file_id ?? []))];
  }

  /** True for the viewer's first view, never for the owner; undefined if the viewer cannot see the story. */
  async insertView(id: string, viewerId: string, isStaff: boolean): Promise<boolean | undefined> {
    return (await this.one<{ is_new: boolean }>(VIEW, id, viewerId, isStaff))?.is_new;
  }

  listViewCounts(ids: string[]): Promise<ViewCount[]> {
    return this.rows(VIEWS_COUNTS, ids);
  }

  async listActiveIds(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(RUNNING_OF, userId)).map(({ id }) => id);
  }

  /** Active stories that the user has seen. */
  async listViewedBy(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(SEEN_BY, userId)).map(({ id }) => id);
  }

  async listViews(id: string, query: PageQuery) {
    const slice = VIEWS_PAGE.read(query);
    const rows = await this.rows<StoryViewView>(VIEWS, id, ...newestFirst(slice));
    return VIEWS_PAGE.cut(rows, slice, ({ viewed_at, user }) => [viewed_at, user.id]);
  }

  /** Locks up to a thousand stories that ended more than a week ago. */
  async lockOld(): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_OLD)).map(({ id }) => id);
  }
}
