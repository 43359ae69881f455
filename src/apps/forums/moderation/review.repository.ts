import { AppProvider } from '../../kernel/app-provider.js';
import { iso, jsonList, jsonObject, sql } from '../../../platform/database/sql.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { PostReview, type ReviewStatus } from './post-review.entity.js';
import { IS_MEMBER, person } from '../forums.sql.js';

const FLAGS_OF_DAY = sql(
  'forums_flags_of_day',
  `SELECT count(*)::int AS n FROM ext_forums.reviews
   WHERE reporter_id = $1 AND kind = 'flag' AND created_at > now() - interval '1 day'`,
);
const WEIGHT = sql(
  'forums_flag_weight',
  `SELECT count(*)::int AS "all", count(*) FILTER (WHERE r.reason IN ('spam', 'illegal'))::int AS grave
   FROM ext_forums.reviews r JOIN ext_forums.forums f ON f.id = r.forum_id
   LEFT JOIN ext_forums.members m ON m.forum_id = f.id AND m.user_id = r.reporter_id
   WHERE r.post_id = $1 AND r.kind = 'flag' AND r.status = 'open'
     AND (r.reporter_id = f.owner_id OR (${IS_MEMBER('m')} AND (m.trusted OR m.role = 'moderator')))`,
);
const RESOLVE = sql(
  'forums_reviews_resolve',
  `UPDATE ext_forums.reviews SET status = $2, resolved_by = $3, resolution_note = $4, resolved_at = now(),
     updated_at = now()
   WHERE post_id = $1 AND status = 'open' RETURNING kind, reporter_id`,
);
const COUNT_OPEN = sql(
  'forums_reviews_count',
  `SELECT count(DISTINCT post_id)::int AS n FROM ext_forums.reviews WHERE forum_id = $1 AND status = 'open'`,
);
const WAITING = sql(
  'forums_reviews_of_forum',
  `SELECT post_id AS id, min(created_at) AS since FROM ext_forums.reviews
   WHERE forum_id = $1 AND status = $2 AND ($3::text IS NULL OR kind = $3)
   GROUP BY post_id HAVING (min(created_at), post_id) > ($4, $5::uuid)
   ORDER BY since, post_id LIMIT $6`,
);
const REVIEW = jsonObject({
  id: 'r.id',
  kind: 'r.kind',
  reporter: `CASE WHEN r.reporter_id IS NOT NULL THEN ${person('r.reporter_id')} END`,
  reason: 'r.reason',
  note: 'r.note',
  status: 'r.status',
  resolved_by: 'r.resolved_by',
  resolved_at: iso('r.resolved_at'),
  resolution_note: 'r.resolution_note',
  created_at: iso('r.created_at'),
});
const REVISION = jsonObject({
  id: 'v.id',
  editor: person('v.editor_id'),
  title: 'v.title',
  body: 'v.body',
  reason: 'v.reason',
  created_at: iso('v.created_at'),
});
const AGREED = `SELECT count(DISTINCT r.post_id)::int FROM ext_forums.posts o
  JOIN ext_forums.reviews r ON r.post_id = o.id AND r.kind = 'flag' AND r.status = 'agreed'
  WHERE o.forum_id = p.forum_id AND o.owner_id = p.owner_id`;
const FILES = sql(
  'forums_review_files',
  `SELECT p.id AS post_id, p.topic_id, t.title AS topic_title, p.number, p.status, p.body, p.html, p.created_at,
     ${person('p.owner_id')} AS author,
     (SELECT ${jsonList(REVIEW, 'r.created_at, r.id')} FROM ext_forums.reviews r
      WHERE r.post_id = p.id AND r.status = $2 AND ($3::text IS NULL OR r.kind = $3)) AS flags,
     (SELECT ${jsonList(REVISION, 'v.created_at, v.id')} FROM ext_forums.revisions v WHERE v.post_id = p.id) AS revisions,
     json_build_object('posts', coalesce(m.post_count, 0), 'agreed_flags', (${AGREED}),
       'suspensions', coalesce(m.suspensions, 0)) AS record
   FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, at) JOIN ext_forums.posts p ON p.id = asked.id
   JOIN ext_forums.topics t ON t.id = p.topic_id
   LEFT JOIN ext_forums.members m ON m.forum_id = p.forum_id AND m.user_id = p.owner_id
   ORDER BY asked.at`,
);

const PAGE = new Keyset({ name: 'forums-reviews', defaultLimit: 20, maxLimit: 100 });
const FIRST = ['-infinity', FIRST_ID];

@AppProvider()
export class ReviewRepository extends EntityRepository<PostReview> {
  protected readonly entity = PostReview;

  async countFlagsOfDay(userId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(FLAGS_OF_DAY, userId)).n;
  }

  /** Open flags of trusted members and staff against a post; `grave`: those for spam or illegal content. */
  weighFlags(postId: string): Promise<{ all: number; grave: number }> {
    return this.onlyOne(WEIGHT, postId);
  }

  listOpen(postId: string): Promise<PostReview[]> {
    const order = { created_at: 'ASC', id: 'ASC' } as const;
    return this.find({ post_id: postId, status: 'open' }, { order });
  }

  resolve(postId: string, status: ReviewStatus, by: string, note: string | null) {
    type Resolved = Pick<PostReview, 'kind' | 'reporter_id'>;
    return this.rows<Resolved>(RESOLVE, postId, status, by, note);
  }

  async countOpenPosts(forumId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(COUNT_OPEN, forumId)).n;
  }

  /** By post, with all that is needed to decide; the longest waiting first. */
  async list(forumId: string, status: ReviewStatus, kind: string | null, query: PageQuery) {
    const slice = PAGE.read(query);
    const after = slice.after ?? FIRST;
    type Waiting = { id: string; since: Date };
    const found = await this.rows<Waiting>(WAITING, forumId, status, kind, after[0], after[1], slice.fetch);
    const { rows, next_cursor } = PAGE.cut(found, slice, ({ since, id }) => [since, id]);
    const ids = rows.map(({ id }) => id);
    return { rows: ids.length ? await this.rows<object>(FILES, ids, status, kind) : [], next_cursor };
  }
}
