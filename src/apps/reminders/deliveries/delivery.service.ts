import { AppProvider } from '../../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { RemindersSettings } from '../reminders.settings.js';
import { subjectOf } from '../reminders.views.js';
import { endOfQuiet } from '../time/quiet-hours.js';
import { MINUTE, type Wall, wallOf } from '../../kernel/calendar/wall-clock.js';
import { DeliveryRepository, type Planned, type WaitingDelivery } from './delivery.repository.js';
import { nextNag } from './plan-deliveries.js';

const BATCH = 100;
const MOST_A_MINUTE = 60;

/** What is done with a page of deliveries, in a few statements. */
class Outcome {
  readonly sent: WaitingDelivery[] = [];
  readonly dropped: WaitingDelivery[] = [];
  readonly planned: Planned[] = [];

  /** One of an occurrence stands for all of it that are waiting. */
  send(waiting: WaitingDelivery[]): void {
    const [last, others] = lastOf(waiting);
    this.sent.push(last);
    this.dropped.push(...others);
    if (!waiting.some(({ kind }) => kind === 'nag')) return;
    const nags_sent = last.nags_sent + (last.kind === 'nag' ? 1 : 0);
    this.planned.push(...nextNag({ id: last.occurrence_id, nags_sent }, last, last.fire_at, last.now));
  }

  hold(waiting: WaitingDelivery[], until: number): void {
    const [{ occurrence_id, kind }] = lastOf(waiting);
    this.dropped.push(...waiting);
    this.planned.push({ occurrence_id, kind, fire_at: new Date(until) });
  }
}

function lastOf(waiting: WaitingDelivery[]): [WaitingDelivery, WaitingDelivery[]] {
  return [waiting.at(-1) as WaitingDelivery, waiting.slice(0, -1)];
}

/** Sends what is due: each in the transaction that notes it, so that nothing is sent twice. */
@AppProvider()
export class DeliveryService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
    private readonly database: DatabaseService,
  ) {}

  async deliverDue(): Promise<void> {
    /** Users who have had their share of this minute: the rest follows in the next. */
    const served = new Set<string>();
    while (await this.database.transaction(() => this.batch(served)));
  }

  /** False: there is no more, or somebody else is at it. */
  private async batch(served: Set<string>): Promise<boolean> {
    if (!(await this.deliveries.takeTurn())) return false;
    const waiting = await this.deliveries.waiting(await this.deliveries.lock([...served], BATCH));
    if (!waiting.length) return false;
    const outcome = await this.sort(waiting, served);
    await this.deliveries.drop(outcome.dropped.map(({ id }) => id));
    await this.deliveries.sent(outcome.sent.map(({ id }) => id));
    const nags = outcome.sent.filter(({ kind }) => kind === 'nag');
    await this.deliveries.nagged(nags.map(({ occurrence_id }) => occurrence_id));
    await this.deliveries.plan(outcome.planned);
    // User by user, in the order in which others tell many.
    const sent = outcome.sent.toSorted((a, b) => (a.owner_id < b.owner_id ? -1 : 1));
    for (const delivery of sent) this.notifications.notify(delivery.owner_id, noticeOf(delivery));
    return true;
  }

  private async sort(waiting: WaitingDelivery[], served: Set<string>): Promise<Outcome> {
    const owners = [...new Set(waiting.map(({ owner_id }) => owner_id))];
    const settings = await this.settings.ofMany(RemindersSettings, owners);
    const lately = await this.deliveries.sentLately(owners);
    const outcome = new Outcome();
    for (const group of grouped(waiting, ({ occurrence_id }) => occurrence_id).values()) {
      const { owner_id, priority, now } = group[0] as WaitingDelivery;
      const quiet = priority === 'high' ? undefined : endOfQuiet(settings.get(owner_id) as RemindersSettings, +now);
      const had = lately.get(owner_id) ?? 0;
      if (quiet !== undefined) outcome.hold(group, quiet);
      else if (had >= MOST_A_MINUTE) served.add(owner_id);
      else {
        outcome.send(group);
        lately.set(owner_id, had + 1);
      }
    }
    return outcome;
  }
}

/** The notification of a reminder that is due, or that will be. */
function noticeOf(delivery: WaitingDelivery): AppNotice {
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
