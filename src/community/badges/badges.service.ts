import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { durable } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { BadgeRepository } from './badge.repository.js';
import { type BadgeInput, type NewBadgeInput, UserBadgeAnswer } from './badges.dto.js';

const BADGE_EARNED = durable('badge.earned', UserBadgeAnswer);

@Injectable()
export class BadgesService {
  constructor(
    private readonly badges: BadgeRepository,
    private readonly users: UserRepository,
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<RawJson> {
    return new RawJson(`{"badges":${await this.badges.list()}}`);
  }

  /** `name` is an id or a username. */
  async listOfUser(name: string): Promise<RawJson> {
    const user = await this.users.findActive(name);
    if (!user) throw notFound('User');
    return new RawJson(`{"user_badges":${await this.badges.listOfUser(user.id)}}`);
  }

  create(adminId: string, input: NewBadgeInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const { id, json } = await this.badges.insert(input);
      this.record('admin.badge_created', adminId, { badge_id: id, ...input });
      return asAnswer(new RawJson(`{"badge":${json}}`));
    });
  }

  update(id: string, adminId: string, input: BadgeInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const json = isUuid(id) ? await this.badges.update(id, input) : undefined;
      if (!json) throw notFound('Badge');
      this.record('admin.badge_updated', adminId, { badge_id: id, ...input });
      return new RawJson(`{"badge":${json}}`);
    });
  }

  /** Users who earned the badge lose it. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.badges.delete(id))) throw notFound('Badge');
      this.notifications.forget({ kind: 'badge', id });
      this.record('admin.badge_deleted', adminId, { badge_id: id });
    });
  }

  /** A repeated award returns the first one and announces nothing. */
  async award(id: string, user: string, adminId: string): Promise<RawJson> {
    if (!isUuid(id)) throw notFound('Badge');
    return this.database.transaction(async () => {
      const { badge_id, user_id, name, is_new } = await this.badges.award(id, user);
      if (!badge_id) throw notFound('Badge');
      if (!user_id) throw notFound('User');
      const earned = new RawJson(`{"user_badge":${await this.badges.showEarned(badge_id, user_id)}}`);
      if (!is_new) return asAnswer(earned);
      const about = { kind: 'badge', id: badge_id };
      this.notifications.notify({ user_id, actor_id: null, type: 'badge_earned', about, data: { name } });
      this.record('admin.badge_awarded', adminId, { badge_id, user_id });
      this.realtime.emit(BADGE_EARNED, `user:${user_id}`, earned, adminId);
      return asAnswer(earned);
    });
  }

  /** JSON list for the data export. */
  exportOfUser(userId: string): Promise<string> {
    return this.badges.listOfUser(userId);
  }

  private record(type: string, actor_id: string, data: object): void {
    this.events.record({ type, actor_id, data, staff: true });
  }
}
