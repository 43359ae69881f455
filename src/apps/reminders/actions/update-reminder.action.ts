import { IsIn } from 'class-validator';
import { Optional, Uuid, Words } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ChangeReminder } from '../change-reminder.js';
import { Reminder } from '../entities/reminder.entity.js';
import { Occurrences } from '../occurrences/occurrences.js';
import { ReminderInput } from '../reminder.inputs.js';
import { answerOf } from '../reminders.presenter.js';
import { ReminderResult } from '../reminders.views.js';

const STATUSES = ['active', 'paused'] as const;

class Input extends ReminderInput {
  @Uuid() reminder_id!: string;
  @Optional() @Words(200) title?: string;
  @Optional() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
}

@Action('update-reminder', {
  access: 'owner',
  target: { entity: Reminder, by: 'reminder_id' },
  changes: true,
  description: 'Changes what is given; null clears. Another time brings another open occurrence.',
  input: Input,
  result: ReminderResult,
  refuses: {
    400: [
      'Give at or date',
      'Unknown time zone',
      'Invalid recurrence: <reason>',
      'repeat_from completion allows only FREQ, INTERVAL, COUNT and UNTIL',
      'Reminder time is in the past',
      'Recurrence has no future occurrence',
    ],
    409: ['At most 2,000 active reminders'],
  },
})
export class UpdateReminder {
  constructor(
    private readonly occurrences: Occurrences,
    private readonly change: ChangeReminder,
  ) {}

  async run({ input: { reminder_id, ...changes } }: Call<Input, Reminder>) {
    const { reminder, occurrence } = await this.change.change(await this.occurrences.load(reminder_id), changes);
    return answerOf(reminder, occurrence);
  }
}
