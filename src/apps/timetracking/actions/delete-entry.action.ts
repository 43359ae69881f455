import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { ENTRY, type Entry } from '../entities/entry.entity.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, INVOICED, LOCKED } from '../entries/entry-rules.service.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';

class Input {
  @Uuid() entry_id!: string;
}

@Action('delete-entry', {
  access: 'owner',
  target: ENTRY,
  changes: true,
  description: 'Deletes an entry that is neither invoiced nor in a locked period.',
  input: Input,
  result: MessageResult,
  refuses: { 409: [INVOICED, LOCKED] },
})
export class DeleteEntry {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
  ) {}

  async run({ target: { id, owner_id } }: Call<Input, Entry>): Promise<MessageResult> {
    const lockedUntil = await this.states.lock(owner_id, 'share');
    this.rules.expectChangeable(await this.entries.the({ id }, 'Entry', { lock: 'update' }), lockedUntil);
    await this.entries.delete({ id });
    return { message: 'Entry deleted' };
  }
}
