import { IsBoolean } from 'class-validator';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { REMINDER, type Reminder, type ReminderOccurrence } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { type Loaded, type Opened, OccurrencesService } from '../occurrences/occurrences.service.js';
import { ReminderRepository } from '../reminder.repository.js';
import { answerOf, OccurrenceView, presentOccurrence, ReminderResult } from '../reminders.views.js';

class Input {
  @Uuid() reminder_id!: string;
  /** The open one, where none is given. */
  @Optional() @Uuid() occurrence_id?: string;
  @Optional() @IsBoolean() undo?: boolean;
}

class Result extends ReminderResult {
  /** The one that follows. */
  @Nullable() @Nested(() => OccurrenceView) next!: OccurrenceView | null;
}

@Action('complete-reminder', {
  access: 'owner',
  target: REMINDER,
  changes: true,
  description: 'What was to be done is done, and the next one comes; or that was a mistake.',
  input: Input,
  result: Result,
  refuses: { 404: ['Occurrence not found'], 409: ['Reminder is paused', 'Nothing to undo'] },
})
export class CompleteReminder {
  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly open: OccurrencesService,
    private readonly reminders: ReminderRepository,
  ) {}

  async run({ input, target }: Call<Input, Reminder>) {
    const { occurrence_id } = input;
    const loaded = await this.open.load(target);
    const given = occurrence_id && (await this.occurrences.findOne({ id: occurrence_id, reminder_id: target.id }));
    if (occurrence_id && !given) throw notFound('Occurrence');
    if (loaded.reminder.status === 'paused') throw new Refusal(409, 'Reminder is paused');
    if (input.undo) {
      const { reminder, occurrence } = await this.undo(loaded, occurrence_id);
      return { ...answerOf(reminder, occurrence), next: null };
    }
    const wanted = given || loaded.open || (await this.occurrences.lastCompleted(target.id));
    if (!wanted) throw notFound('Occurrence');
    return this.complete(loaded, wanted.id === loaded.open?.id ? undefined : wanted);
  }

  /** The open one; or one that is closed: then nothing else changes, and nothing at all where it was not missed. */
  private async complete({ reminder, open, now }: Loaded, closed?: ReminderOccurrence) {
    if (closed || !open) {
      const done = closed?.status === 'missed' ? await this.open.close(closed, 'completed', now) : closed;
      return { ...answerOf(reminder, done), next: open ? presentOccurrence(open) : null };
    }
    const done = await this.open.close(open, 'completed', now);
    const after = await this.open.follow(reminder, done, now, { done_count: reminder.done_count + 1 });
    const next = after.occurrence ? presentOccurrence(after.occurrence) : null;
    return { ...answerOf(after.reminder, done), next };
  }

  /** The last completed occurrence is open again, unless the one that follows has fired. */
  private async undo({ reminder, open, now }: Loaded, occurrenceId: string | undefined): Promise<Opened> {
    const last = await this.occurrences.lastCompleted(reminder.id);
    const isMeant = last && (occurrenceId === undefined || occurrenceId === last.id);
    if (!isMeant || (await this.occurrences.hasFiredAfter(last))) throw new Refusal(409, 'Nothing to undo');
    if (reminder.status === 'done') await this.reminders.expectRoom(reminder.owner_id);
    if (open) await this.occurrences.delete({ id: open.id });
    const again = await this.reminders.change(reminder.id, {
      status: 'active',
      next_due_at: last.due_at,
      // An occurrence that was missed and completed later was not counted.
      done_count: Math.max(0, reminder.done_count - 1),
      done_at: null,
    });
    const status = last.fired_at ? 'due' : 'upcoming';
    const opened = await this.open.change(last, { status, completed_at: null });
    return { reminder: again, occurrence: await this.open.replan(again, opened, now) };
  }
}
