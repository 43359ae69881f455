import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { ReminderRepository } from './reminder.repository.js';
import { RemindersSettings } from './reminders.settings.js';
import { RemindersFigures, StatsRepository } from './stats.repository.js';
import { DAY, dayOf, type Wall, wallOf } from '../kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../kernel/calendar/zone.js';

const STREAK_DAYS = 400;

/** Days are those of the user's time zone. */
@AppProvider()
export class RemindersStats extends AppStats {
  readonly shape = RemindersFigures;

  constructor(
    private readonly stats: StatsRepository,
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<RemindersFigures> {
    const [{ timezone }, moment] = await Promise.all([
      this.settings.of(RemindersSettings, userId),
      this.reminders.now(),
    ]);
    const midnight = (day: number) => new Date(instantOf(day * DAY, timezone));
    const today = dayOf(wallIn(timezone, +moment));
    const days = Array.from({ length: STREAK_DAYS }, (_, n) => midnight(today - STREAK_DAYS + 1 + n));
    const [now, occurred, current_streak_days] = await Promise.all([
      this.stats.now(userId, midnight(today), midnight(today + 1)),
      this.stats.occurred(userId, midnight(dayOf(wallOf(from) as Wall)), midnight(dayOf(wallOf(to) as Wall) + 1)),
      this.stats.streak(userId, days),
    ]);
    return { ...now, ...occurred, current_streak_days };
  }
}
