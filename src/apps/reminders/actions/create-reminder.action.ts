import { Chars, Optional, Words } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Reminder } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { OccurrencesService } from '../occurrences/occurrences.service.js';
import { Series } from '../recurrence/series.js';
import { draftOf, emptyDraft, nextTime } from '../reminder-draft.js';
import { ReminderInput } from '../reminder.inputs.js';
import { ReminderRepository } from '../reminder.repository.js';
import { RemindersSettings } from '../reminders.settings.js';
import { answerOf, ReminderResult } from '../reminders.views.js';
import { clockOf } from '../../kernel/calendar/wall-clock.js';

class Input extends ReminderInput {
  @Words(200) title!: string;
  /** A second call with the same key answers the reminder of the first. */
  @Optional() @Chars(1, 200) request_key?: string;
}

@Action('create-reminder', {
  access: 'authenticated',
  changes: true,
  about: 'reminder',
  description: 'A reminder, once or repeating.',
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
export class CreateReminder {
  constructor(
    private readonly reminders: ReminderRepository,
    private readonly occurrences: OccurrenceRepository,
    private readonly open: OccurrencesService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller: { id } }: Call<Input>) {
    const { request_key = null } = input;
    const now = await this.reminders.lockOwner(id);
    const known = request_key === null ? undefined : await this.reminders.findOne({ owner_id: id, request_key });
    if (known) return this.answer(known);
    const settings = await this.settings.of(RemindersSettings, id);
    const draft = draftOf(emptyDraft(settings), input);
    const time = nextTime(new Series(draft, clockOf(settings.all_day_time)), draft, now);
    await this.reminders.expectRoom(id);
    const made = await this.reminders.insert({ ...draft, owner_id: id, request_key });
    const { reminder, occurrence } = await this.open.open(made, time, now);
    return answerOf(reminder, occurrence);
  }

  private async answer(reminder: Reminder) {
    const open = await this.occurrences.open(reminder.id);
    return answerOf(reminder, open ?? (await this.occurrences.last(reminder.id)));
  }
}
