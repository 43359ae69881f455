import { IsIn, IsInt } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ReminderListService, VIEWS } from '../list/reminder-list.service.js';
import { PRIORITIES } from '../entities/reminder.entity.js';
import { ListedReminderView } from '../reminders.views.js';
import { DayOrInstant } from '../../kernel/calendar/time.fields.js';

class Input extends Page {
  @Optional() @IsIn(VIEWS) view?: (typeof VIEWS)[number];
  /** With `to`: one row for each occurrence in between. */
  @Optional() @DayOrInstant() from?: string;
  /** A day is meant to its end. */
  @Optional() @DayOrInstant() to?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsIn(PRIORITIES) priority?: (typeof PRIORITIES)[number];
  @Optional() @Uuid() subject_id?: string;
  @Optional() @Chars(1, 200) q?: string;
}

class CountsView {
  @IsInt() overdue!: number;
  @IsInt() today!: number;
  @IsInt() active!: number;
}

class Result extends pageOf('reminders', () => ListedReminderView) {
  /** Of all. */
  @Nested(() => CountsView) counts!: CountsView;
}

@Action('list-reminders', {
  access: 'authenticated',
  description: 'The own reminders, earliest due first; those that are done, latest first.',
  input: Input,
  result: Result,
})
export class ListReminders {
  constructor(private readonly lists: ReminderListService) {}

  run({ input: { cursor, limit, ...query }, caller }: Call<Input>) {
    return this.lists.of(caller.id, { ...query, ...pageQuery({ cursor, limit }) });
  }
}
