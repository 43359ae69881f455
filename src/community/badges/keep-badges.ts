import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { Database } from '../../platform/database/database.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { BADGE_EARNED } from './badge.events.js';
import { BadgeRepository } from './badge.repository.js';
import type { BadgeInput, NewBadgeInput } from './badges.io.js';

/** What staff does with badges. */
@Injectable()
export class KeepBadges {
  constructor(
    private readonly badges: BadgeRepository,
    private readonly notifications: Notifications,
    private readonly realtime: Realtime,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Answers the badge as JSON. */
  create(adminId: string, input: NewBadgeInput): Promise<string> {
    return this.database.transaction(async () => {
      const { id, json } = await this.badges.insert(input);
      this.record('admin.badge_created', adminId, { badge_id: id, ...input });
      return json;
    });
  }

  update(id: string, adminId: string, input: BadgeInput): Promise<string> {
    return this.database.transaction(async () => {
      const json = isUuid(id) ? await this.badges.update(id, input) : undefined;
      if (!json) throw notFound('Badge');
      this.record('admin.badge_updated', adminId, { badge_id: id, ...input });
      return json;
    });
  }

  /** Whoever has earned it has it no longer. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.badges.delete(id))) throw notFound('Badge');
      this.notifications.forget({ kind: 'badge', id });
      this.record('admin.badge_deleted', adminId, { badge_id: id });
    });
  }

  /** Once; again, it is what it was. Answers it as JSON. */
  award(id: string, user: string, adminId: string): Promise<string> {
    if (!isUuid(id)) throw notFound('Badge');
    return this.database.transaction(async () => {
      const { badge_id, user_id, name, is_new } = await this.badges.award(id, user);
      if (!badge_id) throw notFound('Badge');
      if (!user_id) throw notFound('User');
      const json = await this.badges.earned(badge_id, user_id);
      if (!is_new) return json;
      const about = { kind: 'badge', id: badge_id };
      this.notifications.notify({ user_id, actor_id: null, type: 'badge_earned', about, data: { name } });
      this.record('admin.badge_awarded', adminId, { badge_id, user_id });
      this.realtime.emit(BADGE_EARNED, `user:${user_id}`, new RawJson(`{"user_badge":${json}}`), adminId);
      return json;
    });
  }

  private record(type: string, actor_id: string, data: object): void {
    this.outbox.record({ type, actor_id, data, staff: true });
  }
}
