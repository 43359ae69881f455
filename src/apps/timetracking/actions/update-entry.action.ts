import { NOW } from '../../../platform/database/entity.repository.js';
import { Instant, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ENTRY, type Entry } from '../entities/entry.entity.js';
import { ENTRY_REFUSALS, TIME_REFUSALS, TimedInput } from '../entries/entry.inputs.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, INVOICED, tagsOf, wholeSecond } from '../entries/entry-rules.service.js';
import { EntryResult, presentEntry } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { dayIn } from '../time/days.js';
import type { TimetrackingSettings } from '../timetracking.settings.js';

class Input extends TimedInput {
  @Uuid() entry_id!: string;
  @Optional() @Instant() started_at?: string;
}

@Action('update-entry', {
  access: 'owner',
  target: ENTRY,
  changes: true,
  description: 'Changes an entry, also the running one. Another project or task gives it another rate.',
  input: Input,
  result: EntryResult,
  refuses: {
    400: [...ENTRY_REFUSALS[400], ...TIME_REFUSALS, 'The timer is still running'],
    404: ENTRY_REFUSALS[404],
    409: [INVOICED, ...ENTRY_REFUSALS[409]],
  },
})
export class UpdateEntry {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
  ) {}

  async run({ input, target: { id, owner_id } }: Call<Input, Entry>): Promise<EntryResult> {
    const lockedUntil = await this.states.lock(owner_id, 'update');
    const entry = await this.entries.the({ id }, 'Entry', { lock: 'update' });
    this.rules.expectChangeable(entry, lockedUntil);
    const settings = await this.rules.settingsOf(owner_id);
    const changes = {
      ...(await this.worth(entry, input, settings)),
      ...(await this.times(entry, input, settings, lockedUntil)),
      description: input.description,
      tags: input.tags && tagsOf(input.tags),
      updated_at: NOW,
    };
    return { entry: presentEntry((await this.entries.updateOne({ id }, changes)) as Entry, lockedUntil) };
  }

  private async worth(entry: Entry, { project_id, task_id, rate, billable }: Input, settings: TimetrackingSettings) {
    if (project_id === undefined && task_id === undefined && rate === undefined) return { billable };
    const isElsewhere = project_id !== undefined && project_id !== entry.project_id;
    const place = {
      project_id: project_id === undefined && !task_id ? entry.project_id : project_id,
      task_id: task_id === undefined && !isElsewhere ? entry.task_id : task_id,
    };
    const priced = await this.rules.pricedFor(entry.owner_id, place, settings, entry.project_id);
    return rate === undefined
      ? { billable, ...this.rules.moved(entry, priced) }
      : this.rules.worth({ rate, billable: billable ?? entry.billable }, priced);
  }

  private async times(entry: Entry, input: Input, settings: TimetrackingSettings, lockedUntil: string | null) {
    const { started_at, ended_at, duration_seconds } = input;
    if (started_at === undefined && ended_at === undefined && duration_seconds === undefined) return {};
    const start = started_at === undefined ? entry.started_at : wholeSecond(started_at);
    const times = this.timesOf(entry, start, input);
    const local_date = started_at === undefined ? entry.local_date : dayIn(settings.timezone, start);
    this.rules.expectOpen(local_date, lockedUntil);
    if (local_date !== entry.local_date) await this.rules.expectRoom(entry.owner_id, local_date);
    await this.rules.expectFree(entry.owner_id, settings, times, [entry.id]);
    return { ...times, local_date };
  }

  private timesOf(entry: Entry, start: Date, { ended_at, duration_seconds }: Input) {
    if (entry.ended_at === null) {
      if (ended_at !== undefined || duration_seconds !== undefined)
        throw new Refusal(400, 'The timer is still running');
      if (+start > Date.now()) throw new Refusal(400, 'Entry is in the future');
      this.rules.expectLength(start, Math.max(Date.now(), +start + 1));
      return { started_at: start, ended_at: null };
    }
    const isGiven = ended_at !== undefined || duration_seconds !== undefined;
    return isGiven
      ? this.rules.times(start, { ended_at, duration_seconds })
      : this.rules.expectLength(start, +entry.ended_at);
  }
}
