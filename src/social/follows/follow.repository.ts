import { Injectable } from '@nestjs/common';
import type { PublicProfile } from '../../account/users/users.io.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { PERSON } from '../posts/author.js';
import type { PersonView } from '../posts/posts.io.js';
import { blocked } from '../blocks/blocked.sql.js';
import type { Follow } from './follow.entity.js';

type Status = Follow['status'];

/** A user at the other end of a follow, and since when. */
export interface Listed {
  profile: PublicProfile;
  since: Date;
}

interface Asked {
  blocked: boolean;
  /** Null where there was nothing. */
  before: Status | null;
  /** Null where a block stands between them. */
  status: Status | null;
  follower: PersonView;
}

const IS_FOLLOWING = sql(
  'follow_is_following',
  `SELECT FROM social.follows WHERE follower_id = $1 AND following_id = $2 AND status = 'following'`,
);
// What was asked of an account that needs no approval any more is granted when it is asked anew; nothing falls back.
const ASK = sql(
  'follow_ask',
  `WITH target AS (
     SELECT u.id, u.follower_approval, ${blocked('$1::uuid', 'u.id')} AS blocked
     FROM account.users u WHERE u.id = $2::uuid AND u.user_status = 'active' FOR KEY SHARE OF u
   ), made AS (
     INSERT INTO social.follows AS f (follower_id, following_id, status)
     SELECT $1::uuid, id, CASE WHEN follower_approval THEN 'requested' ELSE 'following' END
     FROM target WHERE NOT blocked
     ON CONFLICT (follower_id, following_id) DO UPDATE SET status = excluded.status
       WHERE f.status = 'requested' AND excluded.status = 'following'
     RETURNING f.status
   ) SELECT target.blocked, f.status AS before, coalesce(made.status, f.status) AS status,
     (SELECT ${PERSON} FROM account.users u WHERE u.id = $1::uuid) AS follower
   FROM target LEFT JOIN made ON true
   LEFT JOIN social.follows f ON f.follower_id = $1::uuid AND f.following_id = target.id`,
);
const ACCEPT = sql(
  'follow_accept',
  `UPDATE social.follows SET status = 'following'
   WHERE follower_id = $1 AND following_id = $2 AND status = 'requested'
   RETURNING (SELECT ${PERSON} FROM account.users u WHERE u.id = following_id) AS followed`,
);
const DECLINE = sql(
  'follow_decline',
  `DELETE FROM social.follows WHERE follower_id = $1 AND following_id = $2 AND status = 'requested'`,
);
const END = sql(
  'follow_end',
  'DELETE FROM social.follows WHERE follower_id = $1 AND following_id = $2 RETURNING status',
);
const END_BOTH = sql(
  'follow_end_both',
  `DELETE FROM social.follows
   WHERE (follower_id, following_id) IN (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
   RETURNING follower_id, following_id, status`,
);
const FOR_EXPORT = sql(
  'follows_for_export',
  `SELECT following_id, status, created_at FROM social.follows WHERE follower_id = $1
   ORDER BY created_at, following_id`,
);

const list = (name: string, one: string, other: string) =>
  sql(
    name,
    `SELECT u.id, u.username, u.first_name, u.last_name, u.avatar_url, u.bio, u.type, u.verified, u.created_at,
       c.posts_count, c.followers_count, c.following_count, f.created_at AS since
     FROM social.follows f
     JOIN account.users u ON u.id = f.${other} AND u.user_status = 'active'
     JOIN account.user_counters c ON c.user_id = u.id
     WHERE f.${one} = $1 AND f.status = $5 AND (f.created_at, f.${other}) < ($2, $3::uuid)
     ORDER BY f.created_at DESC, f.${other} DESC LIMIT $4`,
  );
const OF_FOLLOWED = list('follows_of_followed', 'following_id', 'follower_id');
const OF_FOLLOWER = list('follows_of_follower', 'follower_id', 'following_id');

const LIMITS = { defaultLimit: 20, maxLimit: 100 };
const REQUESTS = new Keyset({ name: 'follow-requests', ...LIMITS });
const FOLLOWERS = new Keyset({ name: 'followers', ...LIMITS });
const FOLLOWING = new Keyset({ name: 'following', ...LIMITS });

/** Every change of a pair is made under the lock of the pair (`BlockRepository.lockPair`). */
@Injectable()
export class FollowRepository extends Repository {
  async isFollowing(follower: string, followed: string): Promise<boolean> {
    return (await this.rows(IS_FOLLOWING, follower, followed)).length > 0;
  }

  /** Undefined where there is nobody to be followed. */
  ask(follower: string, followed: string): Promise<Asked | undefined> {
    return this.one<Asked & object>(ASK, follower, followed);
  }

  /** Who is followed from now on; undefined where there was no request. */
  async accept(follower: string, followed: string): Promise<PersonView | undefined> {
    return (await this.one<{ followed: PersonView }>(ACCEPT, follower, followed))?.followed;
  }

  async decline(follower: string, followed: string): Promise<boolean> {
    return (await this.count(DECLINE, follower, followed)) > 0;
  }

  /** Tells what it was; undefined where there was nothing. */
  async end(follower: string, followed: string): Promise<Status | undefined> {
    return (await this.one<{ status: Status }>(END, follower, followed))?.status;
  }

  /** Whoever of the two follows or asks to; tells what there was. */
  endBoth(one: string, other: string): Promise<Follow[]> {
    return this.rows<Follow & object>(END_BOTH, one, other);
  }

  requests(userId: string, query: PageQuery) {
    return this.page(REQUESTS, query, OF_FOLLOWED, userId, 'requested');
  }

  followers(userId: string, query: PageQuery) {
    return this.page(FOLLOWERS, query, OF_FOLLOWED, userId, 'following');
  }

  following(userId: string, query: PageQuery) {
    return this.page(FOLLOWING, query, OF_FOLLOWER, userId, 'following');
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }

  private async page(keyset: Keyset, query: PageQuery, statement: Statement, userId: string, status: Status) {
    const slice = keyset.read(query);
    type Row = PublicProfile & { since: Date };
    const found = await this.rows<Row>(statement, userId, ...newestFirst(slice), status);
    const { rows, next_cursor } = keyset.cut(found, slice, ({ since, id }) => [since, id]);
    return { rows: rows.map(({ since, ...profile }): Listed => ({ profile, since })), next_cursor };
  }
}
