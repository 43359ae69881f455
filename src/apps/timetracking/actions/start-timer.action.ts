import { IsBoolean } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EntryInput, ENTRY_REFUSALS } from '../entries/entry.inputs.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, tagsOf, wholeSecond } from '../entries/entry-rules.service.js';
import { EntryView, presentEntry } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { RUNS_ALREADY, TimerService } from '../entries/timer.service.js';
import type { Entry } from '../entities/entry.entity.js';
import { dayIn } from '../time/days.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The clock of a client may differ by so much. */
const TOLERANCE = 1_000;

class Input extends EntryInput {
  /** At most 24 hours ago. */
  @Optional() @Instant() started_at?: string;
  /** Gives project, task, description, tags and billable, where the input does not. */
  @Optional() @Uuid() continue_entry_id?: string;
  /** Whether a running timer is ended; the setting if it is not given. */
  @Optional() @IsBoolean() stop_running?: boolean;
}

class Result {
  @Nested(() => EntryView) entry!: EntryView;
  /** The one that ran until now. */
  @Nullable() @Nested(() => EntryView) stopped!: EntryView | null;
}

@Action('start-timer', {
  access: 'authenticated',
  changes: true,
  about: 'entry',
  description: 'Starts the timer, and ends the one that runs.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      ...ENTRY_REFUSALS[400],
      "Start is before the running timer's start",
      'Start is more than 24 hours ago',
      'Entry is in the future',
    ],
    404: [...ENTRY_REFUSALS[404], 'Entry not found'],
    409: [RUNS_ALREADY, ...ENTRY_REFUSALS[409]],
  },
})
export class StartTimer {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
    private readonly timer: TimerService,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<Result> {
    const lockedUntil = await this.states.lock(id, 'update');
    const settings = await this.rules.settingsOf(id);
    const said = await this.said(id, input);
    const worth = this.rules.worth(said, await this.rules.pricedFor(id, said, settings));
    const stops = input.stop_running ?? settings.stop_running;
    const started_at = startOf(input.started_at);
    const local_date = dayIn(settings.timezone, started_at);
    this.rules.expectOpen(local_date, lockedUntil);
    await this.rules.expectRoom(id, local_date);
    const values = {
      ...worth,
      owner_id: id,
      description: said.description ?? '',
      tags: tagsOf(said.tags ?? []),
      source: 'timer' as const,
      started_at,
      local_date,
    };
    const { entry, stopped } = await this.replace(values, stops);
    await this.rules.expectFree(id, settings, entry, [entry.id]);
    return {
      entry: presentEntry(entry, lockedUntil),
      stopped: stopped ? presentEntry(stopped, lockedUntil) : null,
    };
  }

  /** Once more if another start came in between. */
  private async replace(values: Partial<Entry> & Pick<Entry, 'owner_id' | 'started_at'>, stops: boolean) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const stopped = await this.timer.makeWay(values.owner_id, values.started_at, stops);
      const entry = await this.entries.insertIfAbsent(values);
      if (entry) return { entry, stopped };
    }
    throw new Refusal(409, RUNS_ALREADY);
  }

  private async said(ownerId: string, input: Input): Promise<EntryInput> {
    if (!input.continue_entry_id) return input;
    const before = await this.entries.the({ id: input.continue_entry_id, owner_id: ownerId }, 'Entry');
    const { project_id, task_id } = input;
    const isElsewhere = project_id !== undefined && project_id !== before.project_id;
    return {
      project_id: project_id === undefined && !task_id ? before.project_id : project_id,
      task_id: task_id === undefined && !isElsewhere ? before.task_id : task_id,
      description: input.description ?? before.description,
      tags: input.tags ?? before.tags,
      billable: input.billable ?? before.billable,
      rate: input.rate,
    };
  }
}

function startOf(given: string | undefined): Date {
  const now = Date.now();
  const start = wholeSecond(given ?? now);
  if (+start > now + TOLERANCE) throw new Refusal(400, 'Entry is in the future');
  if (+start < now - DAY_MS) throw new Refusal(400, 'Start is more than 24 hours ago');
  return start;
}
