import { Injectable } from '@nestjs/common';
import { iso, jsonObject } from '../../platform/database/json.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Post } from './post.entity.js';

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

const STATUSES = ['published', 'draft', 'flagged'] as const;

const ROW = jsonObject({
  id: 'p.id',
  title: 'p.title',
  status: 'p.status',
  created_at: iso('p.created_at'),
  author: jsonObject({ id: 'u.id', username: 'u.username' }),
});
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $3';
const of = (status: string) => `(
  SELECT id, user_id, title, status, created_at FROM social.posts
  WHERE status = '${status}' AND (created_at, id) < ($1, $2::uuid) ${NEWEST_FIRST})`;
/** The statuses are constants in the SQL, because each has a partial index of its own. */
const list = (name: string, ...statuses: string[]) =>
  sql(
    name,
    `SELECT p.id, p.created_at, ${ROW}::text AS json
     FROM (SELECT * FROM (${statuses.map(of).join(' UNION ALL ')}) each ${NEWEST_FIRST}) p
     JOIN account.users u ON u.id = p.user_id ORDER BY p.created_at DESC, p.id DESC`,
  );
const ALL = list('posts_to_review', ...STATUSES);
const BY_STATUS = new Map(STATUSES.map((status) => [status as string, list(`posts_to_review_${status}`, status)]));

const REVIEWED = sql(
  'post_reviewed',
  `SELECT ${jsonObject({ id: 'id', title: 'title', status: 'status', updated_at: iso('updated_at') })}::text AS json
   FROM social.posts WHERE id = $1`,
);

const PAGE = new Keyset({ name: 'posts-to-review', defaultLimit: 20, maxLimit: 100 });

/** Reads posts for staff: of every status, newest first. */
@Injectable()
export class PostReviewRepository extends BaseRepository {
  /** The JSON of the answer. */
  async page(status: Post['status'] | undefined, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const statement = (status && BY_STATUS.get(status)) ?? ALL;
    const lines = await this.lagging<Line>(statement, ...newestFirst(slice));
    const { rows, next_cursor } = PAGE.cut(lines, slice, ({ created_at, id }) => [created_at, id]);
    return `{"posts":[${rows.map(({ json }) => json).join()}],"next_cursor":${JSON.stringify(next_cursor)}}`;
  }

  /** The post after the review, as JSON. */
  async reviewedJson(id: string): Promise<string> {
    return (await this.one<{ json: string }>(REVIEWED, id))?.json as string;
  }
}
