import { Injectable } from '@nestjs/common';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { AUTHOR } from '../posts/author.js';
import type { FrameInput, StoryViewView } from './stories.io.js';
import { FRAMES, STORY, storyIsVisible, storyJson } from './story.sql.js';

/** With the file that its address names, where that is ours. */
export type NewFrame = FrameInput & { file_id?: string };

/** The list has no pages: who follows thousands is shown the newest. */
const SHOWN = 500;
const OF_STORY = 'FROM social.stories s JOIN account.users u ON u.id = s.user_id';
const VISIBLE = storyIsVisible('$2', '$3');

// By each author's index; no block stands between two of whom one follows the other.
const ACTIVE = sql(
  'stories_active',
  `SELECT ${jsonList(storyJson('$1', { author: AUTHOR }), 's.created_at DESC, s.id DESC')}::text AS json
   FROM (
     SELECT newest.* FROM (
       SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'
       UNION ALL SELECT $1::uuid
     ) author CROSS JOIN LATERAL (
       SELECT * FROM social.stories WHERE user_id = author.id AND expires_at > now()
       ORDER BY expires_at DESC LIMIT ${SHOWN}
     ) newest ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}
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
/** Of the frames that go the files which they have kept. */
const DELETE_FRAMES = sql(
  'story_delete_frames',
  'DELETE FROM social.story_frames WHERE story_id = ANY($1::uuid[]) RETURNING file_id',
);
const DELETE = sql('story_delete', 'DELETE FROM social.stories WHERE id = ANY($1::uuid[])');
const VIEW = sql(
  'story_view',
  `WITH seen AS (
     SELECT s.id, s.user_id ${OF_STORY} WHERE s.id = $1 AND ${VISIBLE} FOR KEY SHARE OF s
   ), made AS (
     INSERT INTO social.story_views (story_id, user_id)
     SELECT id, $2::uuid FROM seen WHERE user_id <> $2::uuid ON CONFLICT (story_id, user_id) DO NOTHING
     RETURNING story_id
   ) SELECT EXISTS (SELECT FROM made) AS is_new FROM seen`,
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
const FOR_EXPORT = sql(
  'stories_for_export',
  `SELECT ${jsonList(storyJson('$1'), 's.created_at, s.id')} AS stories FROM social.stories s WHERE s.user_id = $1`,
);

const VIEWS_PAGE = new Keyset({ name: 'story-views', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class StoryRepository extends Repository {
  /** Those of the user and of whom he follows that have not ended, newest first, as JSON. */
  async active(userId: string): Promise<string> {
    return (await this.one<{ json: string }>(ACTIVE, userId))?.json as string;
  }

  /** As JSON; undefined where the viewer sees no such story. */
  async single(id: string, viewerId: string, isStaff: boolean): Promise<string | undefined> {
    return (await this.one<{ json: string }>(SINGLE, id, viewerId, isStaff))?.json;
  }

  async ownerOf(id: string, viewerId: string, isStaff: boolean): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(OWNER, id, viewerId, isStaff))?.user_id;
  }

  /** Its owner, with the story locked. */
  async lock(id: string, viewerId: string, isStaff: boolean): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(LOCK, id, viewerId, isStaff))?.user_id;
  }

  async insert(userId: string, frames: NewFrame[]): Promise<{ id: string; json: string }> {
    type Made = { id: string; json: string };
    return (await this.one<Made>(INSERT, userId, JSON.stringify(frames))) as Made;
  }

  /** Answers the files that they have kept. */
  async delete(ids: string[]): Promise<string[]> {
    const frames = await this.rows<{ file_id: string | null }>(DELETE_FRAMES, ids);
    await this.count(DELETE, ids);
    return [...new Set(frames.flatMap(({ file_id }) => file_id ?? []))];
  }

  /** Tells whether it is the viewer's first; undefined where he sees no such story. The owner's own do not count. */
  async view(id: string, viewerId: string, isStaff: boolean): Promise<boolean | undefined> {
    return (await this.one<{ is_new: boolean }>(VIEW, id, viewerId, isStaff))?.is_new;
  }

  /** With whose they are. */
  viewsCounts(ids: string[]): Promise<{ story_id: string; user_id: string; views_count: number }[]> {
    return this.rows(VIEWS_COUNTS, ids);
  }

  /** His that have not ended. */
  async runningOf(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(RUNNING_OF, userId)).map(({ id }) => id);
  }

  /** Those that he has seen and that have not ended. */
  async seenBy(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(SEEN_BY, userId)).map(({ id }) => id);
  }

  async views(id: string, query: PageQuery): Promise<{ rows: StoryViewView[]; next_cursor: string | null }> {
    const slice = VIEWS_PAGE.read(query);
    const rows = await this.rows<StoryViewView & object>(VIEWS, id, ...newestFirst(slice));
    return VIEWS_PAGE.cut(rows, slice, ({ viewed_at, user }) => [viewed_at, user.id]);
  }

  /** A thousand of those that ended a week ago, locked. */
  async lockOld(): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_OLD)).map(({ id }) => id);
  }

  async forExport(userId: string): Promise<object[]> {
    return (await this.one<{ stories: object[] }>(FOR_EXPORT, userId))?.stories ?? [];
  }
}
