import { Injectable } from '@nestjs/common';
import type { PublicProfile } from '../../account/users/users.dto.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { PERSON, type PersonView } from '../common/person.js';
import { Follow } from './follow.entity.js';

type Status = Follow['status'];

interface RequestedFollow {
  blocked: boolean;
  /** Null if there was no follow and no request. */
  before: Status | null;
  /** Null if a block stands between the two. */
  status: Status | null;
  follower: PersonView;
}

// Asking again turns a request into a follow if the account needs no approval any more. A follow never becomes a
// request again.
const REQUEST = sql(
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
const END_BOTH = sql(
  'follow_end_both',
  `DELETE FROM social.follows
   WHERE (follower_id, following_id) IN (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
   RETURNING follower_id, following_id, status`,
);
export const FOLLOWS_FOR_EXPORT = sql(
  'follows_for_export',
  `SELECT following_id, status, created_at FROM social.follows WHERE follower_id = $1
   ORDER BY created_at, following_id`,
);

const listOf = (name: string, one: string, other: string) =>
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
const OF_FOLLOWED = listOf('follows_of_followed', 'following_id', 'follower_id');
const OF_FOLLOWER = listOf('follows_of_follower', 'follower_id', 'following_id');

/** Followers with an open connection. An account with more followers than the limit would cause too many messages. */
const ONLINE = sql(
  'followers_there',
  `SELECT f.follower_id AS id FROM account.user_counters c
   JOIN social.follows f ON f.following_id = c.user_id AND f.status = 'following'
   WHERE c.user_id = $1 AND c.followers_count <= 5000
     AND EXISTS (SELECT FROM realtime.connections o WHERE o.user_id = f.follower_id)`,
);

const page = (name: string) => new Keyset({ name, defaultLimit: 20, maxLimit: 100 });
const LISTS = {
  requests: { statement: OF_FOLLOWED, status: 'requested', keyset: page('follow-requests') },
  followers: { statement: OF_FOLLOWED, status: 'following', keyset: page('followers') },
  following: { statement: OF_FOLLOWER, status: 'following', keyset: page('following') },
};

/** Every change runs under the lock of the two users (`BlockRepository.lockPair`). */
@Injectable()
export class FollowRepository extends EntityRepository<Follow> {
  protected readonly entity = Follow;

  /** Inserts a follow or a request. Undefined if there is no active user with the id `followed`. */
  request(follower: string, followed: string): Promise<RequestedFollow | undefined> {
    return this.one<RequestedFollow>(REQUEST, follower, followed);
  }

  /** Returns the followed user; undefined if there was no request. */
  async accept(follower: string, followed: string): Promise<PersonView | undefined> {
    return (await this.one<{ followed: PersonView }>(ACCEPT, follower, followed))?.followed;
  }

  deleteBetween(one: string, other: string): Promise<Follow[]> {
    return this.rows<Follow>(END_BOTH, one, other);
  }

  async listOnlineFollowers(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(ONLINE, userId)).map(({ id }) => id);
  }

  /** The users at the other end of the follows or requests, and since when; newest first. */
  async list(list: keyof typeof LISTS, userId: string, query: PageQuery) {
    const { statement, status, keyset } = LISTS[list];
    const slice = keyset.read(query);
    type Row = PublicProfile & { since: Date };
    const found = await this.rows<Row>(statement, userId, ...newestFirst(slice), status);
    const { rows, next_cursor } = keyset.cut(found, slice, ({ since, id }) => [since, id]);
    return { rows: rows.map(({ since, ...profile }) => ({ profile, since })), next_cursor };
  }
}
