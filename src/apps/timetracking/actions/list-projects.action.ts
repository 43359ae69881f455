import { IsIn, IsNumber, IsString } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { money } from '../../kernel/selling/prices.js';
import { type Project, PROJECT_STATUSES } from '../entities/project.entity.js';
import { ClientsService } from '../projects/clients.service.js';
import { ProjectRepository } from '../projects/project.repository.js';
import { presentProject, ProjectView } from '../projects/project.views.js';

class Input extends Page {
  @Optional() @Uuid() client_id?: string;
  @Optional() @IsIn(PROJECT_STATUSES) status?: Project['status'];
  @Optional() @Chars(1, 160) q?: string;
}

class ListedProjectView extends ProjectView {
  @Nullable() @IsString() client_name!: string | null;
  @IsNumber() seconds!: number;
  /** Billable and not invoiced. */
  @IsNumber() unbilled_seconds!: number;
  @IsNumber() unbilled_amount!: number;
}

class Result extends pageOf('projects', () => ListedProjectView) {}

const PROJECTS = new List({
  name: 'timetracking_projects',
  columns: 'p.*, p.rate_minor::float8 AS rate_minor, p.budget_minor::float8 AS budget_minor',
  from: 'ext_timetracking.projects p',
  id: 'p.id',
  where: 'p.owner_id = $1 AND p.status = $2',
  filters: { client_id: 'p.client_id = ?', q: 'p.name ILIKE ?' },
  sorts: { name: { by: 'lower(p.name)', type: 'text', order: 'ASC' } },
});

@Action('list-projects', {
  access: 'authenticated',
  description: 'The own projects by name, with their time and what is not invoiced yet.',
  input: Input,
  result: Result,
})
export class ListProjects {
  constructor(
    private readonly database: DatabaseService,
    private readonly projects: ProjectRepository,
    private readonly clients: ClientsService,
  ) {}

  async run({ input: { client_id, status = 'active', q, ...page }, caller: { id } }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await PROJECTS.page<Project>(this.database, {
      values: [id, status],
      filters: { client_id, q: q === undefined ? undefined : containing(q) },
      sort: 'name',
      query: pageQuery(page),
    });
    const clients = rows.map((row) => row.client_id);
    const totals = await this.projects.totals(
      id,
      rows.map((row) => row.id),
    );
    const names = await this.clients.names(id, clients);
    const projects = rows.map((row) => {
      const { seconds = 0, unbilled_seconds = 0, unbilled_minor = 0 } = totals.get(row.id) ?? {};
      const client_name = (row.client_id && names.get(row.client_id)) ?? null;
      const unbilled_amount = money(unbilled_minor, row.currency);
      return { ...presentProject(row), client_name, seconds, unbilled_seconds, unbilled_amount };
    });
    return { projects, next_cursor };
  }
}
