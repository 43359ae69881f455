import { IsNumber } from 'class-validator';
import { Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { Project, Task } from '../entities/project.entity.js';

const HOUR = 3_600;

export class ProjectView extends viewOf(Project, { without: ['budget_seconds', 'budget_minor'] }) {
  @Nullable() @IsNumber() budget_hours!: number | null;
  @Nullable() @IsNumber() budget_amount!: number | null;
}

export class TaskView extends viewOf(Task, { without: ['estimate_seconds'] }) {
  @Nullable() @IsNumber() estimate_hours!: number | null;
}

export const secondsOf = (hours: number | null) => hours && Math.round(hours * HOUR);
const hoursOf = (seconds: number | null) => seconds && seconds / HOUR;

export const presentProject = (row: Project): ProjectView => ({
  ...present(ProjectView, row),
  budget_hours: hoursOf(row.budget_seconds),
  budget_amount: row.budget_minor === null ? null : money(row.budget_minor, row.currency),
});

export const presentTask = (row: Task, currency: string): TaskView => ({
  ...present(TaskView, { ...row, currency }),
  estimate_hours: hoursOf(row.estimate_seconds),
});
