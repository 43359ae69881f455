import { IsBoolean } from 'class-validator';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Reminder } from '../entities/reminder.entity.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';
import { type Loaded, Occurrences } from '../occurrences/occurrences.js';
import { UndoCompletion } from '../occurrences/undo-completion.js';
import { answerOf, presentOccurrence } from '../reminders.presenter.js';
import { OccurrenceView, ReminderResult } from '../reminders.views.js';

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
  target: { entity: Reminder, by: 'reminder_id' },
  changes: true,
  description: 'What was to be done is done, and the next one comes; or that was a mistake.',
  input: Input,
  result: Result,
  refuses: { 404: ['Occurrence not found'], 409: ['Reminder is paused', 'Nothing to undo'] },
})
export class CompleteReminder {
  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly open: Occurrences,
    private readonly undo: UndoCompletion,
  ) {}

  async run({ input, target }: Call<Input, Reminder>) {
    const { occurrence_id } = input;
    const loaded = await this.open.load(target.id);
    const given = occurrence_id && (await this.occurrences.find(occurrence_id, target.id));
    if (occurrence_id && !given) throw notFound('Occurrence');
    if (loaded.reminder.status === 'paused') throw new Refusal(409, 'Reminder is paused');
    if (input.undo) {
      const { reminder, occurrence } = await this.undo.undo(loaded, occurrence_id);
      return { ...answerOf(reminder, occurrence), next: null };
    }
    const wanted = given || loaded.open || (await this.occurrences.lastCompleted(target.id));
    if (!wanted) throw notFound('Occurrence');
    return this.complete(loaded, wanted.id === loaded.open?.id ? undefined : wanted);
  }

  /** The open one; or one that is closed: then nothing else changes, and nothing at all where it was not missed. */
  private async complete({ reminder, open, now }: Loaded, closed?: Awaited<ReturnType<Occurrences['close']>>) {
    if (closed || !open) {
      const done = closed?.status === 'missed' ? await this.open.close(closed, 'completed', now) : closed;
      return { ...answerOf(reminder, done), next: open ? presentOccurrence(open) : null };
    }
    const done = await this.open.close(open, 'completed', now);
    const after = await this.open.follow(reminder, done, now, { done_count: reminder.done_count + 1 });
    const next = after.occurrence ? presentOccurrence(after.occurrence) : null;
    return { ...answerOf(after.reminder, done), next };
  }
}
