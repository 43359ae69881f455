import { Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { absoluteUrl, storedAddress } from '../artwork/artwork.js';
import { Badge } from './badge.entity.js';
import type { BadgeInput, BadgeView, NewBadgeInput, UserBadgeView } from './badges.dto.js';

type EarnedRow = Omit<UserBadgeView, 'badge'> & { badge: Badge };

export interface Award {
  /** Null when the badge does not exist; `user_id` is null when the user is not active. */
  badge_id: string | null;
  user_id: string | null;
  name: string;
  is_new: boolean;
}

/** What users earned, without the addresses of its artwork. */
const EARNED = `SELECT e.badge_id, e.earned_at, to_json(b) AS badge
   FROM community.user_badges e JOIN community.badges b ON b.id = e.badge_id`;
const OF_USER = sql('badges_of_user', `${EARNED} WHERE e.user_id = $1 ORDER BY e.earned_at DESC, e.badge_id DESC`);
const EARNED_ONE = sql('badge_earned', `${EARNED} WHERE e.badge_id = $1 AND e.user_id = $2`);
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

  async list(): Promise<BadgeView[]> {
    return (await this.find({}, { order: { created_at: 'ASC', id: 'ASC' } })).map((badge) => this.present(badge));
  }

  /** The latest first. */
  async listOfUser(userId: string): Promise<UserBadgeView[]> {
    return (await this.rows<EarnedRow>(OF_USER, userId)).map((earned) => this.presentEarned(earned));
  }

  async findEarned(badgeId: string, userId: string): Promise<UserBadgeView> {
    return this.presentEarned(await this.onlyOne<EarnedRow>(EARNED_ONE, badgeId, userId));
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

  private stored({ description, icon_url }: Pick<BadgeInput, 'description' | 'icon_url'>) {
    return { description, icon_url: storedAddress(icon_url, this.base) };
  }

  private present({ id, name, description, icon_url }: Badge): BadgeView {
    return { id, name, description, icon_url: absoluteUrl(icon_url, this.base) };
  }

  private presentEarned({ badge_id, earned_at, badge }: EarnedRow): UserBadgeView {
    return { badge_id, earned_at, badge: this.present(badge) };
  }

  private get base(): string {
    return this.runtime.publicUrl;
  }
}
