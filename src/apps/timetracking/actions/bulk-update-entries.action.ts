import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt } from 'class-validator';
import { ArrayUnique, Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Entry } from '../entities/entry.entity.js';
import type { Project, Task } from '../entities/project.entity.js';
import { type Change, EntryRepository } from '../entries/entry.repository.js';
import { EntryRulesService, INVOICED, LOCKED, tagsOf } from '../entries/entry-rules.service.js';
import { isLocked } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { type Priced, rateOf } from '../entries/rate.policy.js';

const MOST_TAGS = 10;

class Input {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(200) @Uuid({ each: true }) @ArrayUnique() entry_ids!: string[];
  @Optional() @Nullable() @Uuid() project_id?: string | null;
  @Optional() @Nullable() @Uuid() task_id?: string | null;
  @Optional() @IsBoolean() billable?: boolean;
  @Optional() @IsArray() @ArrayMaxSize(MOST_TAGS) @Chars(1, 40, { each: true }) add_tags?: string[];
  @Optional() @IsArray() @ArrayMaxSize(MOST_TAGS) @Chars(1, 40, { each: true }) remove_tags?: string[];
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
    if (!isDeletion && Object.values(changes).every((value) => value === undefined))
      throw new Refusal(400, 'Nothing to change');
    const lockedUntil = await this.states.lock(id, 'share');
    const rows = await this.entries.lockAll(id, entry_ids);
    if (rows.length < entry_ids.length) throw notFound('Entry');
    for (const row of rows) {
      if (row.batch_id) throw new Refusal(409, `${INVOICED}: ${row.id}`);
      if (isLocked(row.local_date, lockedUntil)) throw new Refusal(409, `${LOCKED}: ${row.id}`);
    }
    if (isDeletion) return { updated: 0, deleted: await this.entries.removeAll(entry_ids) };
    return { updated: await this.entries.changeAll(await this.changed(id, rows, input)), deleted: 0 };
  }

  private async changed(ownerId: string, rows: Entry[], input: Input): Promise<Change[]> {
    const { project_id, task_id, billable } = input;
    const moves = project_id !== undefined || task_id !== undefined;
    const settings = await this.rules.settingsOf(ownerId);
    const to =
      moves && task_id !== null ? await this.rules.pricedFor(ownerId, { project_id, task_id }, settings) : undefined;
    const leaves = task_id === null ? await this.withoutTask(ownerId, rows, project_id, settings) : undefined;
    return rows.map((row) => {
      const priced = leaves?.(row) ?? to;
      const kept = row.rate_source === 'entry' ? row.rate_minor : undefined;
      return {
        id: row.id,
        project_id: priced ? (priced.project?.id ?? null) : row.project_id,
        task_id: priced ? (priced.task?.id ?? null) : row.task_id,
        billable: billable ?? row.billable,
        tags: this.tags(row, input),
        ...(priced ? rateOf(kept, priced) : pick(row)),
      };
    });
  }

  /** Each entry leaves its task and stays in its project, unless another one is given. */
  private async withoutTask(
    ownerId: string,
    rows: Entry[],
    projectId: string | null | undefined,
    settings: Priced['settings'],
  ): Promise<(row: Entry) => Priced> {
    if (projectId !== undefined) {
      const priced = await this.rules.pricedFor(ownerId, { project_id: projectId }, settings);
      return () => priced;
    }
    const projects = await this.rules.projectsOf(rows.map((row) => row.project_id));
    const of = (row: Entry): Project | undefined => (row.project_id ? projects.get(row.project_id) : undefined);
    return (row) => ({ project: of(row), task: undefined as Task | undefined, settings });
  }

  private tags({ tags }: Entry, { add_tags = [], remove_tags = [] }: Input): string[] {
    const removed = new Set(tagsOf(remove_tags));
    const left = tagsOf([...tags, ...add_tags]).filter((tag) => !removed.has(tag));
    if (left.length > MOST_TAGS) throw new Refusal(400, 'An entry has at most 10 tags');
    return left;
  }
}

const pick = ({ rate_minor, currency, rate_source }: Entry) => ({ rate_minor, currency, rate_source });
