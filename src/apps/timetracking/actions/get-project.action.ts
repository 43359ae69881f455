import { IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { money } from '../../kernel/selling/prices.js';
import { PROJECT, type Project } from '../entities/project.entity.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { presentProject, presentTask, ProjectView, TaskView } from '../projects/project.views.js';
import { dayIn } from '../time/days.js';
import { TimetrackingSettings } from '../timetracking.settings.js';

const MONTHS = 12;

class Input {
  @Uuid() project_id!: string;
}

class BudgetView {
  @IsNumber() seconds_used!: number;
  /** Below 0 when it is used up; null without a budget of hours. */
  @Nullable() @IsNumber() seconds_left!: number | null;
  @IsNumber() amount_used!: number;
  /** Of the budget of money, else of hours; null without one. */
  @Nullable() @IsNumber() percent!: number | null;
}

class TaskWithTime extends TaskView {
  @IsNumber() seconds!: number;
}

class MonthView {
  @IsString() month!: string;
  @IsNumber() seconds!: number;
  @IsNumber() amount!: number;
}

class Result {
  @Nested(() => ProjectView) project!: ProjectView;
  @ListOf(() => TaskWithTime) tasks!: TaskWithTime[];
  @Nested(() => BudgetView) budget!: BudgetView;
  /** The last 12, the latest first. */
  @ListOf(() => MonthView) months!: MonthView[];
}

@Action('get-project', {
  access: 'owner',
  target: PROJECT,
  description: 'A project with its tasks, what is used of its budget, and the time of its last 12 months.',
  input: Input,
  result: Result,
})
export class GetProject {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly tasks: TaskRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ target: project }: Call<Input, Project>): Promise<Result> {
    const { timezone } = await this.settings.of(TimetrackingSettings, project.owner_id);
    const names = lastMonths(dayIn(timezone, new Date()));
    const [totals, months, tasks, seconds] = await Promise.all([
      this.projects.totals(project.owner_id, [project.id]),
      this.projects.months(project, `${names.at(-1)}-01`),
      this.tasks.find({ project_id: project.id }, { order: { created_at: 'ASC', id: 'ASC' } }),
      this.tasks.seconds(project.id),
    ]);
    const used = totals.get(project.id) ?? { seconds: 0, amount_minor: 0 };
    return {
      project: presentProject(project),
      tasks: tasks.map((task) => ({ ...presentTask(task, project.currency), seconds: seconds.get(task.id) ?? 0 })),
      budget: budgetOf(project, used),
      months: names.map((month) => {
        const { seconds: spent = 0, amount_minor = 0 } = months.get(month) ?? {};
        return { month, seconds: spent, amount: money(amount_minor, project.currency) };
      }),
    };
  }
}

function budgetOf(project: Project, used: { seconds: number; amount_minor: number }): BudgetView {
  const { budget_seconds, budget_minor, currency } = project;
  const share = (part: number, whole: number | null) => (whole ? Math.round((part * 10_000) / whole) / 100 : null);
  return {
    seconds_used: used.seconds,
    seconds_left: budget_seconds === null ? null : budget_seconds - used.seconds,
    amount_used: money(used.amount_minor, currency),
    percent: share(used.amount_minor, budget_minor) ?? share(used.seconds, budget_seconds),
  };
}

function lastMonths(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, n) => new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7));
}
