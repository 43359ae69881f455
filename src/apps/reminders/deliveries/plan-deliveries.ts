import type { Reminder, ReminderOccurrence } from '../entities/reminder.entity.js';
import { MINUTE } from '../../kernel/calendar/wall-clock.js';
import type { Planned } from './delivery.repository.js';

export const MOST_NAGS = 5;

type Occurring = Pick<ReminderOccurrence, 'id' | 'status' | 'due_at' | 'snoozed_until' | 'nags_sent'>;
type Told = Pick<Reminder, 'status' | 'alerts' | 'nag_minutes'>;

/** What is to be sent of an open occurrence from now on. */
export function planDeliveries(occurrence: Occurring, reminder: Told, now: Date): Planned[] {
  if (reminder.status !== 'active') return [];
  const { id, status, due_at, snoozed_until } = occurrence;
  if (status === 'snoozed') return [{ occurrence_id: id, kind: 'snooze', fire_at: snoozed_until as Date }];
  if (status === 'due') return nextNag(occurrence, reminder, now, now);
  if (due_at <= now) return firstAlert(occurrence, reminder);
  return reminder.alerts
    .map((minutes) => new Date(+due_at - minutes * MINUTE))
    .filter((fire_at) => fire_at > now)
    .map((fire_at) => ({ occurrence_id: id, kind: 'alert', fire_at }));
}

/** Of one that came up when its time was there already: its alerts are one. */
export const firstAlert = ({ id, due_at }: Pick<Occurring, 'id' | 'due_at'>, { alerts }: Told): Planned[] =>
  alerts.length ? [{ occurrence_id: id, kind: 'alert', fire_at: due_at }] : [];

/** So long after the last time that it was told; from now where that is past. */
export function nextNag(
  { id, nags_sent }: Pick<Occurring, 'id' | 'nags_sent'>,
  { nag_minutes }: Pick<Told, 'nag_minutes'>,
  told: Date,
  now: Date,
): Planned[] {
  if (!nag_minutes || nags_sent >= MOST_NAGS) return [];
  const pause = nag_minutes * MINUTE;
  const fire_at = new Date(+told + pause > +now ? +told + pause : +now + pause);
  return [{ occurrence_id: id, kind: 'nag', fire_at }];
}
