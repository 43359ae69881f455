import { Instant } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ENTRY_REFUSALS, TIME_REFUSALS, TimedInput } from '../entries/entry.inputs.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, tagsOf, wholeSecond } from '../entries/entry-rules.service.js';
import { EntryResult, presentEntry } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { dayIn } from '../time/days.js';

class Input extends TimedInput {
  @Instant() started_at!: string;
}

@Action('create-entry', {
  access: 'authenticated',
  changes: true,
  about: 'entry',
  description: 'Time that was worked, by its start and its end or length.',
  input: Input,
  result: EntryResult,
  refuses: { ...ENTRY_REFUSALS, 400: [...ENTRY_REFUSALS[400], ...TIME_REFUSALS] },
})
export class CreateEntry {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<EntryResult> {
    const lockedUntil = await this.states.lock(id, 'update');
    const settings = await this.rules.settingsOf(id);
    const times = this.rules.times(wholeSecond(input.started_at), input);
    const worth = this.rules.worth(input, await this.rules.pricedFor(id, input, settings));
    const local_date = dayIn(settings.timezone, times.started_at);
    this.rules.expectOpen(local_date, lockedUntil);
    await this.rules.expectRoom(id, local_date);
    await this.rules.expectFree(id, settings, times, []);
    const entry = await this.entries.insert({
      ...worth,
      ...times,
      owner_id: id,
      description: input.description,
      tags: tagsOf(input.tags ?? []),
      source: 'manual',
      local_date,
    });
    return { entry: presentEntry(entry, lockedUntil) };
  }
}
