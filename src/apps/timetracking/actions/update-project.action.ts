import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PROJECT, PROJECT_STATUSES, type Project } from '../entities/project.entity.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { rateOf } from '../entries/rate.policy.js';
import { ClientsService, OTHER_CURRENCY } from '../projects/clients.service.js';
import { named } from '../projects/names.js';
import { columnsOf, ProjectInput } from '../projects/project.inputs.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { presentProject, ProjectView } from '../projects/project.views.js';
import { TimetrackingSettings } from '../timetracking.settings.js';
import { MOST_ACTIVE, PROJECT_LIMIT } from './create-project.action.js';

class Input extends ProjectInput {
  @Uuid() project_id!: string;
  @Optional() @Written(1, 160) name?: string;
  @Optional() @IsIn(PROJECT_STATUSES) status?: Project['status'];
  /** Also for time that is saved already, if it is neither invoiced nor locked. */
  @Optional() @IsBoolean() apply_rate?: boolean;
}

class Result {
  @Nested(() => ProjectView) project!: ProjectView;
  /** Entries with a new rate. */
  @IsInt() entries_changed!: number;
}

@Action('update-project', {
  access: 'owner',
  target: PROJECT,
  changes: true,
  description: 'Changes a project, archives it or opens it again. A new rate counts for time that is saved later.',
  input: Input,
  result: Result,
  refuses: {
    400: [OTHER_CURRENCY],
    404: ['Client not found'],
    409: [
      'Currency cannot change once time is billed',
      'A timer is running on this project',
      'A project with this name exists',
      PROJECT_LIMIT,
    ],
  },
})
export class UpdateProject {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly tasks: TaskRepository,
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly clients: ClientsService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, target: { id, owner_id } }: Call<Input, Project>): Promise<Result> {
    const lockedUntil = await this.states.lock(owner_id, 'update');
    const project = await this.projects.the({ id }, 'Project', { lock: 'update' });
    const currency = await this.currencyOf(project, input);
    await this.expectStatus(project, input.status);
    if (currency !== project.currency) await this.tasks.exchange(id, project.currency, currency);
    const columns = columnsOf(keepingAmounts(input, project, currency), currency);
    const changes = { ...columns, name: input.name?.trim(), status: input.status, updated_at: NOW };
    const changed = (await named('project', () => this.projects.updateOne({ id }, changes))) as Project;
    const entries_changed = input.apply_rate ? await this.reprice(changed, lockedUntil) : 0;
    return { project: presentProject(changed), entries_changed };
  }

  private async currencyOf(project: Project, { client_id = project.client_id, currency }: Input): Promise<string> {
    const isMoved = client_id !== null && client_id !== project.client_id;
    const wanted =
      client_id !== null && (isMoved || currency !== undefined)
        ? await this.clients.currencyOf(project.owner_id, client_id, currency)
        : (currency?.toLowerCase() ?? project.currency);
    if (wanted !== project.currency && (await this.entries.isBilled(project.id)))
      throw new Refusal(409, 'Currency cannot change once time is billed');
    return wanted;
  }

  private async expectStatus({ id, owner_id, status: before }: Project, status: Input['status']): Promise<void> {
    if (status === undefined || status === before) return;
    if (status === 'archived') {
      if ((await this.entries.running(owner_id))?.project_id === id)
        throw new Refusal(409, 'A timer is running on this project');
    } else if ((await this.projects.countWhere({ owner_id, status: 'active' })) >= MOST_ACTIVE) {
      throw new Refusal(409, PROJECT_LIMIT);
    }
  }

  private async reprice(project: Project, lockedUntil: string | null): Promise<number> {
    const settings = await this.settings.of(TimetrackingSettings, project.owner_id);
    return this.entries.reprice(project.id, rateOf(undefined, { project, task: undefined, settings }), lockedUntil);
  }
}

/** In another currency the amounts are the same numbers, where no others are given. */
function keepingAmounts(input: Input, project: Project, currency: string): ProjectInput {
  if (currency === project.currency) return input;
  const { rate, budget_amount } = presentProject(project);
  return {
    ...input,
    rate: input.rate === undefined ? rate : input.rate,
    budget_amount: input.budget_amount === undefined ? budget_amount : input.budget_amount,
  };
}
