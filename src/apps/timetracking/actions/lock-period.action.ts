import { IsString } from 'class-validator';
import { Day, Nullable } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { dayIn } from '../time/days.js';
import { TimetrackingSettings } from '../timetracking.settings.js';

class Input {
  /** The last day that is closed; null opens all. */
  @Nullable() @Day() until!: string | null;
}

class Result {
  @Nullable() @IsString() locked_until!: string | null;
  @Nullable() @IsString() previous!: string | null;
}

@Action('lock-period', {
  access: 'authenticated',
  changes: true,
  about: null,
  description: 'Closes all days up to a date: no entry of them can be made, changed or deleted.',
  input: Input,
  result: Result,
  refuses: { 400: ['Lock date must be before today'], 409: ['A timer is running in this period'] },
})
export class LockPeriod {
  constructor(
    private readonly states: OwnerStateRepository,
    private readonly entries: EntryRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input: { until }, caller: { id } }: Call<Input>): Promise<Result> {
    const previous = await this.states.lock(id, 'update');
    const { timezone } = await this.settings.of(TimetrackingSettings, id);
    if (until !== null) {
      if (until >= dayIn(timezone, new Date())) throw new Refusal(400, 'Lock date must be before today');
      const running = await this.entries.running(id);
      if (running && running.local_date <= until) throw new Refusal(409, 'A timer is running in this period');
    }
    await this.states.update({ owner_id: id }, { locked_until: until });
    return { locked_until: until, previous };
  }
}
