import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { minorOf } from '../../kernel/selling/prices.js';
import type { Entry } from '../entities/entry.entity.js';
import type { Project, Task } from '../entities/project.entity.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { TimetrackingSettings } from '../timetracking.settings.js';
import type { EntryInput, TimedInput } from './entry.inputs.js';
import { EntryRepository } from './entry.repository.js';
import { isLocked } from './entry.views.js';
import { billableOf, currencyOf, type Priced, type Rate, rateElsewhere, rateOf } from './rate.policy.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const AHEAD = 5 * 60 * SECOND;
const MOST_A_DAY = 500;

export const INVOICED = 'Entry is invoiced';
export const LOCKED = 'Period is locked';

export const wholeSecond = (moment: number | string) => new Date(Math.floor(+new Date(moment) / SECOND) * SECOND);

export interface Times {
  started_at: Date;
  ended_at: Date;
}

/** What holds for every write of an entry. The caller holds the lock on the state of the owner. */
@AppProvider()
export class EntryRulesService {
  constructor(
    private readonly entries: EntryRepository,
    private readonly projects: ProjectRepository,
    private readonly tasks: TaskRepository,
    private readonly settings: AppSettings,
  ) {}

  settingsOf(ownerId: string): Promise<TimetrackingSettings> {
    return this.settings.of(TimetrackingSettings, ownerId);
  }

  /** The project and the task of an entry. `kept`: the project that it has already, which may be archived. */
  async pricedFor(
    ownerId: string,
    { project_id, task_id }: Pick<EntryInput, 'project_id' | 'task_id'>,
    settings: TimetrackingSettings,
    kept?: string | null,
  ): Promise<Priced> {
    const task = task_id ? await this.tasks.the({ id: task_id, owner_id: ownerId }, 'Task') : undefined;
    const of = project_id ?? task?.project_id;
    const project = of ? await this.projects.the({ id: of, owner_id: ownerId }, 'Project') : undefined;
    if (task && (project_id === null || task.project_id !== project?.id))
      throw new Refusal(400, 'Task belongs to another project');
    if (project && project.id !== kept && project.status !== 'active') throw new Refusal(409, 'Project is archived');
    return { project, task, settings };
  }

  projectsOf(ids: (string | null)[]): Promise<Map<string, Project>> {
    return this.projects.byIds(ids.filter((id) => id !== null));
  }

  async tasksOf(ids: (string | null)[]): Promise<Map<string, Task>> {
    return new Map((await this.tasks.byIds(ids.filter((id) => id !== null))).map((task) => [task.id, task]));
  }

  /** The columns that say what the entry is worth. */
  worth(input: Pick<EntryInput, 'billable' | 'rate'>, priced: Priced) {
    const own = typeof input.rate === 'number' ? minorOf('rate', input.rate, currencyOf(priced)) : undefined;
    return { ...placeOf(priced), billable: billableOf(input.billable, priced), ...rateOf(own, priced) };
  }

  /** Its project, task and rate there. An entry that stays where it is keeps its rate. */
  moved(entry: Entry, priced: Priced): Rate & Pick<Entry, 'project_id' | 'task_id'> {
    const place = placeOf(priced);
    const { project_id, task_id, rate_minor, currency, rate_source } = entry;
    return place.project_id === project_id && place.task_id === task_id
      ? { project_id, task_id, rate_minor, currency, rate_source }
      : { ...place, ...rateElsewhere(entry, priced) };
  }

  times(started_at: Date, { ended_at, duration_seconds }: Pick<TimedInput, 'ended_at' | 'duration_seconds'>): Times {
    if ((ended_at === undefined) === (duration_seconds === undefined))
      throw new Refusal(400, 'Give ended_at or duration_seconds');
    const ends = ended_at === undefined ? +started_at + (duration_seconds as number) * SECOND : +wholeSecond(ended_at);
    return this.expectLength(started_at, ends);
  }

  expectLength(started_at: Date, ends: number): Times {
    if (ends <= +started_at) throw new Refusal(400, 'End must be after the start');
    if (ends - +started_at > DAY) throw new Refusal(400, 'An entry is at most 24 hours');
    if (ends > Date.now() + AHEAD) throw new Refusal(400, 'Entry is in the future');
    return { started_at, ended_at: new Date(ends) };
  }

  expectOpen(day: string, lockedUntil: string | null): void {
    if (isLocked(day, lockedUntil)) throw new Refusal(409, LOCKED);
  }

  expectChangeable(entry: Pick<Entry, 'batch_id' | 'local_date'>, lockedUntil: string | null): void {
    if (entry.batch_id) throw new Refusal(409, INVOICED);
    this.expectOpen(entry.local_date, lockedUntil);
  }

  async expectRoom(ownerId: string, day: string): Promise<void> {
    if ((await this.entries.countOn(ownerId, day)) >= MOST_A_DAY) throw new Refusal(409, 'At most 500 entries a day');
  }

  async expectFree(
    ownerId: string,
    { allow_overlap }: TimetrackingSettings,
    { started_at, ended_at }: { started_at: Date; ended_at: Date | null },
    without: string[],
  ): Promise<void> {
    if (allow_overlap || !(await this.entries.overlaps(ownerId, started_at, ended_at, without))) return;
    throw new Refusal(409, 'Entry overlaps another entry');
  }
}

const placeOf = ({ project, task }: Priced) => ({ project_id: project?.id ?? null, task_id: task?.id ?? null });

/** Each once, without spaces around it. */
export const tagsOf = (tags: string[]) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
