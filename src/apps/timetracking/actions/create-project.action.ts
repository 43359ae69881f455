import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { ClientsService, OTHER_CURRENCY } from '../projects/clients.service.js';
import { named } from '../projects/names.js';
import { columnsOf, ProjectInput } from '../projects/project.inputs.js';
import { ProjectRepository } from '../projects/project.repository.js';
import { presentProject, ProjectView } from '../projects/project.views.js';
import { TimetrackingSettings } from '../timetracking.settings.js';

export const MOST_ACTIVE = 1_000;
export const PROJECT_LIMIT = 'At most 1,000 active projects';

class Input extends ProjectInput {
  @Written(1, 160) name!: string;
}

class Result extends answerWith('project', () => ProjectView) {}

@Action('create-project', {
  access: 'authenticated',
  changes: true,
  about: 'project',
  description: 'A project, with its client, rate, rounding and budget.',
  input: Input,
  result: Result,
  refuses: {
    400: [OTHER_CURRENCY],
    404: ['Client not found'],
    409: ['A project with this name exists', PROJECT_LIMIT],
  },
})
export class CreateProject {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly states: OwnerStateRepository,
    private readonly clients: ClientsService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<Result> {
    await this.states.lock(id, 'update');
    const currency = await this.currencyOf(id, input);
    if ((await this.projects.countWhere({ owner_id: id, status: 'active' })) >= MOST_ACTIVE)
      throw new Refusal(409, PROJECT_LIMIT);
    const values = { ...columnsOf(input, currency), name: input.name.trim(), owner_id: id };
    return { project: presentProject(await named('project', () => this.projects.insert(values))) };
  }

  private async currencyOf(id: string, { client_id, currency }: Input): Promise<string> {
    if (client_id) return this.clients.currencyOf(id, client_id, currency);
    return (currency ?? (await this.settings.of(TimetrackingSettings, id)).default_currency).toLowerCase();
  }
}
