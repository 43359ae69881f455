import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { HOUR } from '../../kernel/calendar/wall-clock.js';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { EARLIEST_REMINDER_HOURS, EventsSettings } from '../events.settings.js';

const BATCH = 500;

/** Every ten minutes: holders are reminded of what begins soon, once for each mark of a start. */
@AppProvider()
export class SendRemindersJob extends Job {
  readonly name = 'events.send-reminders';
  override readonly every = '*/10 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly events: EventRepository,
    private readonly settings: AppSettings,
    private readonly announcements: AnnouncementsService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: TicketedEvent[] = [];
    do {
      batch = await this.events.starting(EARLIEST_REMINDER_HOURS, batch.at(-1), BATCH);
      const owners = [...new Set(batch.map(({ owner_id }) => owner_id))].filter((id) => id !== null);
      const settings = await this.settings.ofMany(EventsSettings, owners);
      for (const event of batch) {
        const { reminder_hours } = settings.get(event.owner_id as string) ?? new EventsSettings();
        const due = dueMarks(event, reminder_hours, Date.now());
        if (due.length) await this.database.transaction(() => this.remind(event, due));
      }
    } while (batch.length === BATCH);
  }

  /** Of several marks that came since the last run, the last one is sent. */
  private async remind(event: TicketedEvent, due: number[]): Promise<void> {
    if (!(await this.events.reminded(event, due))) return;
    const { id, title, starts_at } = event;
    const hours = Math.min(...due);
    const body = `The event begins in ${hours === 1 ? 'one hour' : `${hours} hours`}.`;
    await this.announcements.write({ event_id: id, type: 'events.reminder', title, body, data: { hours, starts_at } });
  }
}

/** The marks, as hours before the start, that have come since the publication and were not sent. */
export function dueMarks(
  { starts_at, published_at, reminded_hours }: Pick<TicketedEvent, 'starts_at' | 'published_at' | 'reminded_hours'>,
  marks: number[],
  now: number,
): number[] {
  const at = (mark: number) => +starts_at - mark * HOUR;
  return marks.filter((mark) => at(mark) <= now && at(mark) >= +(published_at ?? 0) && !reminded_hours.includes(mark));
}
