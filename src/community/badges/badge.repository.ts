import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { iso, jsonList, jsonObject } from '../../platform/database/json.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { storedAddress, absoluteAddress } from '../artwork/artwork-address.js';
import type { BadgeInput, NewBadgeInput } from './badges.dto.js';

/** JSON expression; `base` is the parameter that holds PUBLIC_URL, such as `$1`. */
const badge = (base: string) =>
  jsonObject({
    id: 'b.id',
    name: 'b.name',
    description: 'b.description',
    icon_url: absoluteAddress('b.icon_url', base),
  });
const userBadge = (base: string) =>
  jsonObject({ badge_id: 'e.badge_id', earned_at: iso('e.earned_at'), badge: badge(base) });

/** Every method of the repository that returns a string returns JSON. */
interface Json {
  json: string;
}

export interface Award {
  /** Null when the badge does not exist; `user_id` is null when the user is not active. */
  badge_id: string | null;
  user_id: string | null;
  name: string;
  is_new: boolean;
}

const ALL = sql(
  'badges',
  `SELECT ${jsonList(badge('$1'), 'b.created_at, b.id')}::text AS json FROM community.badges b`,
);
const OF_USER = sql(
  'badges_of_user',
  `SELECT ${jsonList(userBadge('$2'), 'e.earned_at DESC, e.badge_id DESC')}::text AS json
   FROM community.user_badges e JOIN community.badges b ON b.id = e.badge_id WHERE e.user_id = $1`,
);
const SHOW_EARNED = sql(
  'badge_earned',
  `SELECT ${userBadge('$3')}::text AS json
   FROM community.user_badges e JOIN community.badges b ON b.id = e.badge_id
   WHERE e.badge_id = $1 AND e.user_id = $2`,
);
const INSERT = sql(
  'badge_insert',
  `WITH medal AS (SELECT '/v1/community/artwork/badge.svg' AS path)
   INSERT INTO community.badges AS b (name, description, icon_url)
   SELECT $1, coalesce($2, ''), coalesce($3, path) FROM medal RETURNING id, ${badge('$4')}::text AS json`,
);
const UPDATE = sql(
  'badge_update',
  `UPDATE community.badges b SET name = coalesce($2, name), description = coalesce($3, description),
     icon_url = coalesce($4, icon_url)
   WHERE id = $1 RETURNING ${badge('$5')}::text AS json`,
);
const DELETE = sql('badge_delete', 'DELETE FROM community.badges WHERE id = $1');
const AWARD = sql(
  'badge_award',
  `WITH badge AS (
     SELECT id, name FROM community.badges WHERE id = $1 FOR KEY SHARE
   ), earner AS (
     SELECT id FROM account.users WHERE id = $2 AND user_status = 'active' FOR KEY SHARE
   ), made AS (
     INSERT INTO community.user_badges (badge_id, user_id) SELECT badge.id, earner.id FROM badge, earner
     ON CONFLICT (user_id, badge_id) DO NOTHING RETURNING badge_id
   ) SELECT (SELECT id FROM badge) AS badge_id, (SELECT name FROM badge) AS name, (SELECT id FROM earner) AS user_id,
     EXISTS (SELECT FROM made) AS is_new`,
);

@Injectable()
export class BadgeRepository extends BaseRepository {
  private readonly base: string;

  constructor(database: DatabaseService, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  async list(): Promise<string> {
    return ((await this.one<Json>(ALL, this.base)) as Json).json;
  }

  async listOfUser(userId: string): Promise<string> {
    return ((await this.one<Json>(OF_USER, userId, this.base)) as Json).json;
  }

  async showEarned(badgeId: string, userId: string): Promise<string> {
    return ((await this.one<Json>(SHOW_EARNED, badgeId, userId, this.base)) as Json).json;
  }

  async insert({ name, description, icon_url }: NewBadgeInput): Promise<Json & { id: string }> {
    type Made = Json & { id: string };
    const values = [name, description ?? null, storedAddress(icon_url, this.base) ?? null];
    return (await this.one<Made>(INSERT, ...values, this.base)) as Made;
  }

  async update(id: string, { name, description, icon_url }: BadgeInput): Promise<string | undefined> {
    const values = [name ?? null, description ?? null, storedAddress(icon_url, this.base) ?? null];
    return (await this.one<Json>(UPDATE, id, ...values, this.base))?.json;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.count(DELETE, id)) > 0;
  }

  async award(badgeId: string, userId: string): Promise<Award> {
    return (await this.one<Award>(AWARD, badgeId, userId)) as Award;
  }
}
