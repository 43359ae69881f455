import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { REMINDER, type Reminder } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { type Loaded, OccurrencesService, timeOf } from '../occurrences/occurrences.service.js';
import { take } from '../recurrence/series.js';
import {
  answerOf,
  OccurrenceView,
  presentOccurrence,
  presentTime,
  ReminderResult,
  TimeView,
} from '../reminders.views.js';

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
  target: REMINDER,
  description: 'A reminder with its open occurrence, the times to come, and what has been.',
  input: Input,
  result: Result,
})
export class GetReminder {
  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly open: OccurrencesService,
  ) {}

  async run({ input: { upcoming = 5, history = 10 }, target }: Call<Input, Reminder>) {
    const loaded = await this.open.load(target);
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

  /** The open one if it is not due yet, and what follows by the schedule. What follows a completion is not known. */
  private async ahead({ reminder, open, now }: Loaded, most: number) {
    if (!open || !most) return [];
    const isAhead = open.due_at > now;
    const series = await this.open.seriesOf(reminder);
    const following = series.isScheduled ? series.after(timeOf(open), { from: +now + 1 }) : [];
    return [...(isAhead ? [timeOf(open)] : []), ...take(following, most - Number(isAhead))];
  }
}
