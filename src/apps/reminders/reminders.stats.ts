import { IsInt, IsNumber } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { Nullable } from '../../platform/http/input/fields.js';
import { AppSettings } from '../kernel/app-settings.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { ReminderRepository } from './reminder.repository.js';
import { RemindersSettings } from './reminders.settings.js';
import { StatsRepository } from './stats.repository.js';
import { DAY, dayOf, type Wall, wallOf } from './time/wall-clock.js';
import { instantOf, wallIn } from './time/zone.js';

const STREAK_DAYS = 400;

export class RemindersFigures {
  @IsInt() active!: number;
  @IsInt() overdue!: number;
  @IsInt() due_today!: number;
  /** From here on: occurrences that were due in these days. */
  @IsInt() fired!: number;
  @IsInt() completed!: number;
  @IsInt() missed!: number;
  @IsInt() skipped!: number;
  @IsInt() snoozed!: number;
  /** Within an hour after they were due, or before; null where none was completed. */
  @Nullable() @IsNumber() completed_on_time_share!: number | null;
  @Nullable() @IsNumber() median_minutes_to_complete!: number | null;
  /** Days up to today on which something was due and nothing was missed. */
  @IsInt() current_streak_days!: number;
}

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
