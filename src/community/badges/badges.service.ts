import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { notFound } from '../../platform/http/refusal.js';
import { BadgeAwarded, BadgeCreated, BadgeDeleted, BadgeUpdated } from '../community.events.js';
import { BadgeRepository } from './badge.repository.js';
import type {
  BadgeAnswer,
  BadgeInput,
  BadgesAnswer,
  NewBadgeInput,
  UserBadgeAnswer,
  UserBadgesAnswer,
  UserBadgeView,
} from './badges.dto.js';

@Injectable()
export class BadgesService {
  constructor(
    private readonly badges: BadgeRepository,
    private readonly users: UserRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<BadgesAnswer> {
    return { badges: await this.badges.list() };
  }

  /** `name` is an id or a username. */
  async listOfUser(name: string): Promise<UserBadgesAnswer> {
    const user = await this.users.findActive(name);
    if (!user) throw notFound('User');
    return { user_badges: await this.badges.listOfUser(user.id) };
  }

  create(adminId: string, input: NewBadgeInput): Promise<BadgeAnswer> {
    return this.database.transaction(async () => {
      const badge = await this.badges.write(input);
      this.events.announce(BadgeCreated, { badge_id: badge.id, ...input }, adminId);
      return asAnswer({ badge });
    });
  }

  update(id: string, adminId: string, input: BadgeInput): Promise<BadgeAnswer> {
    return this.database.transaction(async () => {
      const badge = await this.badges.edit(id, input);
      if (!badge) throw notFound('Badge');
      this.events.announce(BadgeUpdated, { badge_id: id, ...input }, adminId);
      return { badge };
    });
  }

  /** Users who earned the badge lose it. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.badges.delete({ id }))) throw notFound('Badge');
      this.events.announce(BadgeDeleted, { badge_id: id }, adminId);
    });
  }

  /** A repeated award returns the first one and announces nothing. */
  async award(id: string, user: string, adminId: string): Promise<UserBadgeAnswer> {
    return this.database.transaction(async () => {
      const { badge_id, user_id, name, is_new } = await this.badges.award(id, user);
      if (!badge_id) throw notFound('Badge');
      if (!user_id) throw notFound('User');
      const earned = { user_badge: await this.badges.findEarned(badge_id, user_id) };
      if (is_new) this.events.announce(BadgeAwarded, { badge_id, user_id, name, earned }, adminId);
      return asAnswer(earned);
    });
  }

  /** For the data export. */
  listEarned(userId: string): Promise<UserBadgeView[]> {
    return this.badges.listOfUser(userId);
  }
}
