import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Reminder } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { type Loaded, Occurrences } from '../occurrences/occurrences.js';
import { timesAhead } from '../occurrences/times-ahead.js';
import { take } from '../recurrence/series.js';
import { answerOf, presentOccurrence, presentTime } from '../reminders.presenter.js';
import { OccurrenceView, ReminderResult, TimeView } from '../reminders.views.js';

class Input {
  @Uuid() reminder_id!: string;
  @Optional() @IsInt() @Min(0) @Max(50) upcoming?: number;
  @Optional() @IsInt() @Min(0) @Max(100) history?: number;
}

class Result extends ReminderResult {
  @ListOf(() => TimeView) upcoming!: TimeView[];
  /** What is done with, latest first. */
  @ListOf(() => OccurrenceView) history!: OccurrenceView[];
}

@Action('get-reminder', {
  access: 'owner',
  target: { entity: Reminder, by: 'reminder_id' },
  description: 'A reminder with its open occurrence, the times to come, and what has been.',
  input: Input,
  result: Result,
})
export class GetReminder {
  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly open: Occurrences,
  ) {}

  async run({ input: { upcoming = 5, history = 10 }, target }: Call<Input, Reminder>) {
    const loaded = await this.open.load(target.id);
    const [ahead, past] = await Promise.all([
      this.ahead(loaded, upcoming),
      this.occurrences.history(target.id, history),
    ]);
    return {
      ...answerOf(loaded.reminder, loaded.open),
      upcoming: ahead.map(presentTime),
      history: past.map(presentOccurrence),
    };
  }

  private async ahead({ reminder, open, now }: Loaded, most: number) {
    if (!open || !most) return [];
    const times = timesAhead(await this.open.seriesOf(reminder), open, now);
    return take(times, most);
  }
}
