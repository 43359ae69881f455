import { randomBytes } from 'node:crypto';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Schedule } from '../entities/schedule.entity.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { ScheduleRepository } from './schedule.repository.js';

/** What of a host's schedule decides when they can be booked; a host who has set none has no hours. */
export type Availability = Pick<Schedule, 'timezone' | 'weekly' | 'overrides' | 'blocked'> & {
  /** Null: there is no schedule yet. */
  feed_token: string | null;
};

export const drawToken = () => randomBytes(16).toString('hex');

@AppProvider()
export class SchedulesService {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly settings: AppSettings,
  ) {}

  async of(hostId: string): Promise<Availability> {
    const schedule = await this.schedules.findOne({ owner_id: hostId });
    if (schedule) return schedule;
    const { timezone } = await this.settings.of(LiveSessionsSettings, hostId);
    return { timezone, weekly: {}, overrides: [], blocked: [], feed_token: null };
  }

  async zoneOf(hostId: string): Promise<string> {
    return (await this.of(hostId)).timezone;
  }

  /** The calendar of the host is locked. What is not given stays. */
  async save(hostId: string, changes: Partial<Availability>, { rotates }: { rotates: boolean }): Promise<Schedule> {
    const before = await this.of(hostId);
    const feed_token = before.feed_token === null || rotates ? drawToken() : before.feed_token;
    const values = { ...changes, feed_token } as Values<Schedule>;
    if (before.feed_token !== null) {
      const after = await this.schedules.updateOne({ owner_id: hostId }, { ...values, updated_at: NOW });
      return after as Schedule;
    }
    const { timezone, weekly, overrides, blocked } = before;
    return this.schedules.insert({ owner_id: hostId, timezone, weekly, overrides, blocked, ...values });
  }
}
