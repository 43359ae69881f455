import { Nested, Nullable, Time } from '../../../platform/http/fields.js';
import { Action, type Call, NoInput } from '../../kernel/calls/action.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryView, presentEntry } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';

class Result {
  /** Null when none runs. */
  @Nullable() @Nested(() => EntryView) entry!: EntryView | null;
  /** The last one if it was forgotten and ended by the service, until the next start. */
  @Nullable() @Nested(() => EntryView) auto_stopped!: EntryView | null;
  /** For clients whose clocks are wrong. */
  @Time() server_time!: Date;
}

@Action('get-current-timer', {
  access: 'authenticated',
  description: 'The running timer.',
  input: NoInput,
  result: Result,
})
export class GetCurrentTimer {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
  ) {}

  async run({ caller: { id } }: Call): Promise<Result> {
    const last = await this.entries.lastTimer(id);
    const shown = last && presentEntry(last, await this.states.lockedUntil(id));
    return {
      entry: shown?.ended_at === null ? shown : null,
      auto_stopped: shown?.auto_stopped ? shown : null,
      server_time: new Date(),
    };
  }
}
