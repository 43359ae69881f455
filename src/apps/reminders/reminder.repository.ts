import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { Reminder } from './entities/reminder.entity.js';

const MOST_ACTIVE = 2_000;

const LOCK_OWNER = sql(
  'reminders_lock_owner',
  'SELECT clock_timestamp() AS now FROM account.users WHERE id = $1 FOR NO KEY UPDATE',
);
const CURRENT_TIME = sql('reminders_now', 'SELECT clock_timestamp() AS now');
const MOVE = sql(
  'reminders_move',
  `UPDATE ext_reminders.reminders r SET next_due_at = m.next_due_at
   FROM jsonb_to_recordset($1::jsonb) m (id uuid, next_due_at timestamptz) WHERE r.id = m.id`,
);

@AppProvider()
export class ReminderRepository extends EntityRepository<Reminder> {
  protected readonly entity = Reminder;

  /** Makes the calls of one owner wait for each other, and returns the time after the wait. */
  async lockOwner(ownerId: string): Promise<Date> {
    return (await this.onlyOne<{ now: Date }>(LOCK_OWNER, ownerId)).now;
  }

  async expectRoom(ownerId: string): Promise<void> {
    await this.lockOwner(ownerId);
    if ((await this.countWhere({ owner_id: ownerId, status: 'active' })) >= MOST_ACTIVE)
      throw new Refusal(409, 'At most 2,000 active reminders');
  }

  async now(): Promise<Date> {
    return (await this.onlyOne<{ now: Date }>(CURRENT_TIME)).now;
  }

  async change(id: string, changes: Values<Reminder>): Promise<Reminder> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Reminder;
  }

  async byIds(ids: string[]): Promise<Map<string, Reminder>> {
    return new Map((await this.find({ id: In(ids) })).map((reminder) => [reminder.id, reminder]));
  }

  /** Stores when the open occurrences of many are due. */
  async move(moved: Pick<Reminder, 'id' | 'next_due_at'>[]): Promise<void> {
    if (moved.length) await this.count(MOVE, JSON.stringify(moved));
  }
}
