import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { REMINDER, type Reminder } from '../entities/reminder.entity.js';
import { OccurrencesService } from '../occurrences/occurrences.service.js';
import { weekdayOf } from '../recurrence/rule-days.js';
import { startOf } from '../reminder-draft.js';
import { RemindersSettings } from '../reminders.settings.js';
import { answerOf, ReminderResult } from '../reminders.views.js';
import { clockOf, DAY, dayOf, HOUR, MINUTE, SECOND, type Wall } from '../../kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../../kernel/calendar/zone.js';
import { LocalOrInstant } from '../../kernel/calendar/time.fields.js';

const PRESETS = ['later_today', 'tomorrow', 'next_week'] as const;
const LATER_TODAY = 3 * HOUR;

class Input {
  @Uuid() reminder_id!: string;
  @Optional() @IsInt() @Min(1) @Max(43_200) minutes?: number;
  @Optional() @LocalOrInstant() until?: string;
  @Optional() @IsIn(PRESETS) preset?: (typeof PRESETS)[number];
}

@Action('snooze-reminder', {
  access: 'owner',
  target: REMINDER,
  changes: true,
  description: 'Puts the open occurrence off; those that follow keep their times.',
  input: Input,
  result: ReminderResult,
  refuses: {
    400: ['Give minutes, until or preset', 'Snooze time is in the past'],
    409: ['Nothing to snooze'],
  },
})
export class SnoozeReminder {
  constructor(
    private readonly open: OccurrencesService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, target }: Call<Input, Reminder>) {
    const { minutes, until, preset } = input;
    if ([minutes, until, preset].filter((given) => given !== undefined).length !== 1)
      throw new Refusal(400, 'Give minutes, until or preset');
    const { reminder, open, now } = await this.open.load(target);
    const { all_day_time } = await this.settings.of(RemindersSettings, reminder.owner_id);
    const { timezone } = reminder;
    const snoozed_until = snoozedUntil(input, { timezone, all_day_time }, now);
    if (snoozed_until <= now) throw new Refusal(400, 'Snooze time is in the past');
    if (!open || reminder.status !== 'active') throw new Refusal(409, 'Nothing to snooze');
    const changes = { status: 'snoozed', snoozed_until, nags_sent: 0 } as const;
    const snoozed = await this.open.change(open, changes);
    return answerOf(reminder, await this.open.replan(reminder, snoozed, now));
  }
}

/** Rounded up to the second. */
function snoozedUntil(
  { minutes, until, preset }: Input,
  { timezone, all_day_time }: { timezone: string; all_day_time: string },
  now: Date,
): Date {
  const after = (pause: number) => new Date(Math.ceil((+now + pause) / SECOND) * SECOND);
  if (minutes !== undefined) return after(minutes * MINUTE);
  if (preset === 'later_today') return after(LATER_TODAY);
  if (preset === undefined) return new Date(instantOf(startOf(until, timezone) as Wall, timezone));
  const today = dayOf(wallIn(timezone, +now));
  const days = preset === 'tomorrow' ? 1 : 7 - weekdayOf(today);
  return new Date(instantOf((today + days) * DAY + clockOf(all_day_time), timezone));
}
