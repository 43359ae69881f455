import { IsBoolean, IsIn, IsNumber, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Price } from '../../kernel/selling/prices.js';
import { PROJECT, type Project, type Task, TASK_STATUSES } from '../entities/project.entity.js';
import { named } from '../projects/names.js';
import { minorOrNull, MOST_HOURS } from '../projects/project.inputs.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { presentTask, secondsOf, TaskView } from '../projects/project.views.js';

const MOST = 200;

class Input {
  @Uuid() project_id!: string;
  /** Absent: a new one. */
  @Optional() @Uuid() task_id?: string;
  @Optional() @Written(1, 160) name?: string;
  @Optional() @Nullable() @IsBoolean() billable?: boolean | null;
  /** For an hour; null: that of the project. */
  @Optional() @Nullable() @Price() rate?: number | null;
  @Optional() @Nullable() @IsNumber() @Min(0) @Max(MOST_HOURS) estimate_hours?: number | null;
  @Optional() @IsIn(TASK_STATUSES) status?: Task['status'];
}

class Result extends answerWith('task', () => TaskView) {}

@Action('save-task', {
  access: 'owner',
  target: PROJECT,
  changes: true,
  description: 'Makes a task of a project, or changes one.',
  input: Input,
  result: Result,
  refuses: {
    400: ['name is required'],
    404: ['Task not found'],
    409: ['A task with this name exists', 'At most 200 tasks in a project'],
  },
})
export class SaveTask {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly tasks: TaskRepository,
  ) {}

  async run({ input, target: { id: project_id, owner_id } }: Call<Input, Project>): Promise<Result> {
    // Of several at once none waits, but the project keeps its currency meanwhile.
    const { currency } = await this.projects.the({ id: project_id }, 'Project', { lock: 'key share' });
    const values = {
      name: input.name?.trim(),
      billable: input.billable,
      rate_minor: minorOrNull('rate', input.rate, currency),
      estimate_seconds: input.estimate_hours === undefined ? undefined : secondsOf(input.estimate_hours),
      status: input.status,
    };
    const save = () =>
      input.task_id ? this.change(input.task_id, project_id, values) : this.add({ ...values, project_id, owner_id });
    return { task: presentTask(await named('task', save), currency) };
  }

  private async add(values: Partial<Task> & Pick<Task, 'project_id'>): Promise<Task> {
    if (values.name === undefined) throw new Refusal(400, 'name is required');
    const task = await this.tasks.insert(values);
    // Last, because the others wait for their turn until this one has ended.
    if ((await this.tasks.countInTurn(task.project_id)) > MOST)
      throw new Refusal(409, 'At most 200 tasks in a project');
    return task;
  }

  private async change(id: string, project_id: string, values: Partial<Task>): Promise<Task> {
    await this.tasks.the({ id, project_id }, 'Task');
    return (await this.tasks.updateOne({ id }, { ...values, updated_at: NOW })) as Task;
  }
}
