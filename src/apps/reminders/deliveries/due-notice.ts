import type { AppNotice } from '../../../notifications/app-notifications.service.js';
import { subjectOf } from '../reminders.presenter.js';
import { MINUTE, type Wall, wallOf } from '../time/wall-clock.js';
import type { WaitingDelivery } from './delivery.repository.js';

/** What its owner is told: that it is time, or that it will be. */
export function noticeOf(delivery: WaitingDelivery): AppNotice {
  const { title, kind, due_at, fire_at, now, link_url, reminder_id, occurrence_id } = delivery;
  const isEarly = kind === 'alert' && now < due_at;
  const missed = kind === 'alert' && !isEarly ? delivery.missed : 0;
  const when = whenOf(delivery);
  return {
    type: isEarly ? 'reminders.alert' : 'reminders.due',
    title,
    body: missed ? `${when} (missed: ${missed})` : when,
    data: {
      reminder_id,
      occurrence_id,
      due_at,
      link_url,
      subject: subjectOf(delivery),
      minutes_before: isEarly ? Math.round((+due_at - +fire_at) / MINUTE) : 0,
      ...(missed && { missed }),
    },
  };
}

/** `Tuesday, 31 March 2026 at 09:00`, as clocks show it where the reminder is at home. */
function whenOf({ scheduled_local, all_day }: WaitingDelivery): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    dateStyle: 'full',
    ...(!all_day && { timeStyle: 'short' }),
  }).format(wallOf(scheduled_local) as Wall);
}
