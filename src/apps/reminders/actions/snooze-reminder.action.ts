import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Reminder } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { Occurrences } from '../occurrences/occurrences.js';
import { PRESETS, snoozedUntil } from '../occurrences/snoozed-until.js';
import { answerOf } from '../reminders.presenter.js';
import { RemindersSettings } from '../reminders.settings.js';
import { ReminderResult } from '../reminders.views.js';
import { LocalOrInstant } from '../time/time.fields.js';

class Input {
  @Uuid() reminder_id!: string;
  @Optional() @IsInt() @Min(1) @Max(43_200) minutes?: number;
  @Optional() @LocalOrInstant() until?: string;
  @Optional() @IsIn(PRESETS) preset?: (typeof PRESETS)[number];
}

@Action('snooze-reminder', {
  access: 'owner',
  target: { entity: Reminder, by: 'reminder_id' },
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
    private readonly occurrences: OccurrenceRepository,
    private readonly open: Occurrences,
    private readonly settings: AppSettings,
  ) {}

  async run({ input: { minutes, until, preset }, target }: Call<Input, Reminder>) {
    if ([minutes, until, preset].filter((given) => given !== undefined).length !== 1)
      throw new Refusal(400, 'Give minutes, until or preset');
    const { reminder, open, now } = await this.open.load(target.id);
    const { all_day_time } = await this.settings.of(RemindersSettings, reminder.owner_id);
    const { timezone } = reminder;
    const snoozed_until = snoozedUntil({ minutes, until, preset }, { timezone, all_day_time }, now);
    if (snoozed_until <= now) throw new Refusal(400, 'Snooze time is in the past');
    if (!open || reminder.status !== 'active') throw new Refusal(409, 'Nothing to snooze');
    const changes = { status: 'snoozed', snoozed_until, nags_sent: 0 } as const;
    const snoozed = await this.occurrences.change(open.id, changes);
    return answerOf(reminder, await this.open.replan(reminder, snoozed, now));
  }
}
