import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt } from 'class-validator';
import { ArrayUnique, Nullable, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Entry } from '../entities/entry.entity.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, INVOICED, LOCKED, tagsOf } from '../entries/entry-rules.service.js';
import { isLocked } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import type { Priced } from '../entries/rate.policy.js';

const MOST_TAGS = 10;

class Input {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(200) @Uuid({ each: true }) @ArrayUnique() entry_ids!: string[];
  @Optional() @Nullable() @Uuid() project_id?: string | null;
  @Optional() @Nullable() @Uuid() task_id?: string | null;
  @Optional() @IsBoolean() billable?: boolean;
  @Optional() @IsArray() @ArrayMaxSize(MOST_TAGS) @Words(40, { each: true }) add_tags?: string[];
  @Optional() @IsArray() @ArrayMaxSize(MOST_TAGS) @Words(40, { each: true }) remove_tags?: string[];
  @Optional() @IsBoolean() delete?: boolean;
}

class Result {
  @IsInt() updated!: number;
  @IsInt() deleted!: number;
}

@Action('bulk-update-entries', {
  access: 'authenticated',
  changes: true,
  about: null,
  description: 'Changes or deletes up to 200 entries, all or none.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Nothing to change', 'Task belongs to another project', 'An entry has at most 10 tags'],
    404: ['Entry not found', 'Project not found', 'Task not found'],
    409: [`${INVOICED}: <id>`, `${LOCKED}: <id>`, 'Project is archived'],
  },
})
export class BulkUpdateEntries {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly rules: EntryRulesService,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<Result> {
    const { entry_ids, delete: isDeletion, ...changes } = input;
    if (!isDeletion && Object.values(changes).every(isNothing)) throw new Refusal(400, 'Nothing to change');
    const lockedUntil = await this.states.lock(id, 'share');
    const rows = await this.entries.lockAll(id, entry_ids);
    if (rows.length < entry_ids.length) throw notFound('Entry');
    for (const row of rows) {
      if (row.batch_id) throw new Refusal(409, `${INVOICED}: ${row.id}`);
      if (isLocked(row.local_date, lockedUntil)) throw new Refusal(409, `${LOCKED}: ${row.id}`);
    }
    if (isDeletion) return { updated: 0, deleted: await this.entries.removeAll(entry_ids) };
    const places = await this.places(id, rows, input);
    const updated = await this.entries.changeAll(
      rows.map((row) => ({
        id: row.id,
        ...this.rules.moved(row, places(row)),
        billable: input.billable ?? row.billable,
        tags: tagsAfter(row, input),
      })),
    );
    return { updated, deleted: 0 };
  }

  /** Where each entry goes. One that only loses its task, or is in the project already, stays in its project. */
  private async places(id: string, rows: Entry[], { project_id, task_id }: Input): Promise<(row: Entry) => Priced> {
    const settings = await this.rules.settingsOf(id);
    const projects = await this.rules.projectsOf(rows.map((row) => row.project_id));
    const tasks = task_id === undefined ? await this.rules.tasksOf(rows.map((row) => row.task_id)) : undefined;
    const stays = (row: Entry): Priced => ({
      project: row.project_id ? projects.get(row.project_id) : undefined,
      task: row.task_id ? tasks?.get(row.task_id) : undefined,
      settings,
    });
    if (project_id === undefined && !task_id) return stays;
    const [first] = rows as [Entry];
    const kept = rows.every((row) => row.project_id === first.project_id) ? first.project_id : undefined;
    const to = await this.rules.pricedFor(id, { project_id, task_id }, settings, kept);
    return (row) => (!task_id && row.project_id === (to.project?.id ?? null) ? stays(row) : to);
  }
}

const isNothing = (value: unknown) => value === undefined || (Array.isArray(value) && !value.length);

function tagsAfter({ tags }: Entry, { add_tags = [], remove_tags = [] }: Input): string[] {
  const removed = new Set(tagsOf(remove_tags));
  const left = tagsOf([...tags, ...add_tags]).filter((tag) => !removed.has(tag));
  if (left.length > MOST_TAGS) throw new Refusal(400, 'An entry has at most 10 tags');
  return left;
}
