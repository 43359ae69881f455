import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, NoInput } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';

@Action('discard-timer', {
  access: 'authenticated',
  changes: true,
  about: null,
  description: 'Deletes the running entry.',
  input: NoInput,
  result: MessageResult,
  refuses: { 404: ['No timer is running'] },
})
export class DiscardTimer {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
  ) {}

  async run({ caller: { id } }: Call): Promise<MessageResult> {
    await this.states.lock(id, 'share');
    if (!(await this.entries.discard(id))) throw new Refusal(404, 'No timer is running');
    return { message: 'Timer discarded' };
  }
}
