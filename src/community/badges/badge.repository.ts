import { Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { iso, jsonList, jsonObject } from '../../platform/database/json.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { type Statement, sql } from '../../platform/database/sql.js';
import { absoluteAddress, absoluteUrl, storedAddress } from '../artwork/artwork.js';
import { Badge } from './badge.entity.js';
import type { BadgeInput, BadgeView, NewBadgeInput } from './badges.dto.js';

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
export class BadgeRepository extends EntityRepository<Badge> {
  protected readonly entity = Badge;

  constructor(
    database: DatabaseService,
    private readonly runtime: Runtime,
  ) {
    super(database);
  }

  /** A JSON list, like that of `listOfUser`. */
  list(): Promise<string> {
    return this.json(ALL, this.base);
  }

  listOfUser(userId: string): Promise<string> {
    return this.json(OF_USER, userId, this.base);
  }

  /** JSON of the badge and of when the user earned it. */
  showEarned(badgeId: string, userId: string): Promise<string> {
    return this.json(SHOW_EARNED, badgeId, userId, this.base);
  }

  async write({ name, ...details }: NewBadgeInput): Promise<BadgeView> {
    return this.present(await this.insert({ name, ...this.stored(details) }));
  }

  async edit(id: string, { name, ...details }: BadgeInput): Promise<BadgeView | undefined> {
    // `id` keeps the statement valid where nothing else is given.
    const edited = await this.updateOne({ id }, { id, name, ...this.stored(details) });
    return edited && this.present(edited);
  }

  award(badgeId: string, userId: string): Promise<Award> {
    return this.onlyOne(AWARD, badgeId, userId);
  }

  private async json(statement: Statement, ...values: unknown[]): Promise<string> {
    return (await this.onlyOne<{ json: string }>(statement, ...values)).json;
  }

  private stored({ description, icon_url }: Pick<BadgeInput, 'description' | 'icon_url'>) {
    return { description, icon_url: storedAddress(icon_url, this.base) };
  }

  private present({ id, name, description, icon_url }: Badge): BadgeView {
    return { id, name, description, icon_url: absoluteUrl(icon_url, this.base) };
  }

  private get base(): string {
    return this.runtime.publicUrl;
  }
}
