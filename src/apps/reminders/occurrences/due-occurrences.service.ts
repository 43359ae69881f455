import { v7 as uuidv7 } from 'uuid';
import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DeliveryRepository, type Planned } from '../deliveries/delivery.repository.js';
import { firstAlert, nextNag } from '../deliveries/plan-deliveries.js';
import { Series, type SeriesTime } from '../recurrence/series.js';
import type { Reminder, ReminderOccurrence } from '../entities/reminder.entity.js';
import { ReminderRepository } from '../reminder.repository.js';
import { RemindersSettings } from '../reminders.settings.js';
import { clockOf, DAY, wallText } from '../../kernel/calendar/wall-clock.js';
import { type NewOccurrence, OccurrenceRepository, type OccurrenceTurn } from './occurrence.repository.js';
import { timeOf, wakingOf } from './occurrences.service.js';

const BATCH = 200;
/** Older ones are not kept, and need not be made. */
const KEPT_MS = 400 * DAY;

interface Waking {
  reminder: Reminder;
  open: ReminderOccurrence;
  now: Date;
}

/** What becomes of a page of reminders as their times come. */
class Turns {
  readonly turned: OccurrenceTurn[] = [];
  readonly added: NewOccurrence[] = [];
  readonly planned: Planned[] = [];
  readonly moved: { id: string; next_due_at: Date }[] = [];

  /** It fires: by its time, or where that is so when it was put off to. */
  fire({ reminder, open }: Waking, series: Series, now: Date): void {
    const { status, due_at, snoozed_until } = open;
    const came = status === 'snoozed' ? (snoozed_until as Date) : due_at;
    const isDue = status === 'due' || came <= now;
    const turned = { ...open, status: isDue ? ('due' as const) : status };
    const fires = isDue && status !== 'due';
    this.turned.push({
      id: open.id,
      status: turned.status,
      wakes_at: wakingOf(turned, reminder, series),
      ...(fires && { fired_at: now }),
    });
    if (fires) this.planned.push(...nextNag(open, reminder, came, now));
  }

  /** The next time has come: what is still open is missed, with all between, and the last one fires. */
  supersede({ reminder, open }: Waking, times: SeriesTime[], next: SeriesTime | undefined, now: Date): void {
    this.turned.push({ id: open.id, status: 'missed', wakes_at: null });
    const rows = times
      .filter(({ due }, at) => at === times.length - 1 || due > +now - KEPT_MS)
      .map(({ scheduled, due, number }) => ({
        id: uuidv7(),
        reminder_id: reminder.id,
        owner_id: reminder.owner_id,
        scheduled_local: wallText(scheduled),
        due_at: new Date(due),
        number,
        status: 'missed' as NewOccurrence['status'],
        wakes_at: null as Date | null,
      }));
    const last = rows.pop() as (typeof rows)[number];
    const current = { ...last, status: 'due' as const, nags_sent: 0, fired_at: now };
    current.wakes_at = next ? new Date(next.due) : null;
    this.added.push(...rows, current);
    this.planned.push(...firstAlert(current, reminder), ...nextNag(current, reminder, current.due_at, now));
    this.moved.push({ id: reminder.id, next_due_at: current.due_at });
  }
}

/** Time goes by: what is upcoming becomes due, and what nobody did is missed when the next time comes. */
@AppProvider()
export class DueOccurrencesService {
  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly reminders: ReminderRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly settings: AppSettings,
    private readonly database: DatabaseService,
  ) {}

  async all(): Promise<void> {
    while ((await this.database.transaction(() => this.batch())) > 0);
  }

  private async batch(): Promise<number> {
    const page = await this.take();
    const owners = [...new Set(page.map(({ reminder }) => reminder.owner_id))];
    const settings = await this.settings.ofMany(RemindersSettings, owners);
    const turns = new Turns();
    for (const waking of page) {
      const { all_day_time } = settings.get(waking.reminder.owner_id) as RemindersSettings;
      turn(turns, waking, new Series(waking.reminder, clockOf(all_day_time)));
    }
    await this.occurrences.turn(turns.turned);
    await this.deliveries.dropOf(turns.turned.filter(({ status }) => status === 'missed').map(({ id }) => id));
    await this.occurrences.addAll(turns.added);
    await this.reminders.move(turns.moved);
    await this.deliveries.plan(turns.planned);
    return page.length;
  }

  private async take(): Promise<Waking[]> {
    const { ids, now } = await this.occurrences.lockWaking(BATCH);
    if (!ids.length) return [];
    const reminders = await this.reminders.byIds(ids);
    const open = await this.occurrences.waking(ids);
    return open.map((one) => ({ open: one, reminder: reminders.get(one.reminder_id) as Reminder, now }));
  }
}

function turn(turns: Turns, waking: Waking, series: Series): void {
  const { open, now } = waking;
  const passed: SeriesTime[] = [];
  let next: SeriesTime | undefined;
  if (series.isScheduled) {
    for (const time of series.after(timeOf(open))) {
      if (time.due > +now) {
        next = time;
        break;
      }
      passed.push(time);
    }
  }
  if (passed.length) turns.supersede(waking, passed, next, now);
  else turns.fire(waking, series, now);
}
