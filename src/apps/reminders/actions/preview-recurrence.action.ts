import { IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, ListOf, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { parseRule } from '../recurrence/parse-rule.js';
import { ruleInEnglish } from '../recurrence/rule-in-english.js';
import { type Repeating, Series, type SeriesTime, take } from '../recurrence/series.js';
import { emptyDraft, nextTime, scheduleOf } from '../reminder-draft.js';
import { ReminderRepository } from '../reminder.repository.js';
import { RemindersSettings } from '../reminders.settings.js';
import { presentTime, PreviewTimeView } from '../reminders.views.js';
import { CalendarDay, LocalOrInstant } from '../../kernel/calendar/time.fields.js';
import type { Rule } from '../recurrence/rule.js';
import { clockOf, type Wall, wallOf, wallText } from '../../kernel/calendar/wall-clock.js';
import { shiftAt, wallIn } from '../../kernel/calendar/zone.js';

class Input {
  @Chars(1, 500) rrule!: string;
  @Optional() @LocalOrInstant() at?: string;
  @Optional() @CalendarDay() date?: string;
  @Optional() @Chars(1, 100) timezone?: string;
  @Optional() @IsInt() @Min(1) @Max(50) count?: number;
}

class Result {
  /** In the one spelling that is kept. */
  @IsString() rrule!: string;
  /** From its start. */
  @ListOf(() => PreviewTimeView) occurrences!: PreviewTimeView[];
  @IsString() text!: string;
}

@Action('preview-recurrence', {
  access: 'authenticated',
  description: 'What a rule means: in its one spelling, in English, and as times from its start.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Give at or date',
      'Unknown time zone',
      'Invalid recurrence: <reason>',
      'Recurrence has no future occurrence',
    ],
  },
})
export class PreviewRecurrence {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input: { count = 10, ...when }, caller }: Call<Input>) {
    const [settings, now] = await Promise.all([this.settings.of(RemindersSettings, caller.id), this.reminders.now()]);
    const schedule = scheduleOf(emptyDraft(settings), when);
    const series = new Series({ ...schedule, exdates: [] }, clockOf(settings.all_day_time));
    nextTime(series, schedule, now);
    const rule = parseRule(when.rrule, { allDay: schedule.all_day });
    return {
      rrule: schedule.rrule as string,
      text: ruleInEnglish(rule, wallOf(schedule.start_local) as Wall),
      occurrences: take(series.all(), count).map((time) => ({
        ...presentTime(time),
        ...shiftNote(time, rule, schedule),
      })),
    };
  }
}

/** What the clocks of the zone do to a time. Where a rule goes by elapsed hours, or by days, they do nothing. */
function shiftNote(
  { scheduled, due }: SeriesTime,
  { freq }: Rule,
  { timezone, all_day }: Pick<Repeating, 'timezone' | 'all_day'>,
): { note?: string } {
  const shift = all_day || freq === 'HOURLY' ? undefined : shiftAt(scheduled, timezone);
  const clock = wallText(scheduled).slice(11, 16);
  if (shift === 'skipped') {
    const moved = wallText(wallIn(timezone, due)).slice(11, 16);
    return { note: `Clocks go forward: ${clock} does not exist on this day, so it is ${moved}` };
  }
  if (shift === 'doubled') return { note: `Clocks go back: ${clock} comes twice on this day, and the first is meant` };
  return {};
}
