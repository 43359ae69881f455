import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { REMINDER, type Reminder } from '../entities/reminder.entity.js';
import { ReminderRepository } from '../reminder.repository.js';

class Input {
  @Uuid() reminder_id!: string;
}

@Action('delete-reminder', {
  access: 'owner',
  target: REMINDER,
  changes: true,
  description: 'Removes a reminder with all of its occurrences.',
  input: Input,
  result: MessageResult,
})
export class DeleteReminder {
  constructor(private readonly reminders: ReminderRepository) {}

  async run({ target }: Call<Input, Reminder>) {
    await this.reminders.delete({ id: target.id });
    return { message: 'Reminder deleted' };
  }
}
