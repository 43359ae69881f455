import { Allow, IsInt, IsNumber, IsString } from 'class-validator';
import { Nested, Nullable, Time } from '../../platform/http/fields.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { RunStep, WorkflowRun } from './entities/run.entity.js';
import { Workflow } from './entities/workflow.entity.js';

export class WorkflowView extends viewOf(Workflow, {
  without: ['draft', 'hook_token', 'old_hook_token', 'old_hook_until', 'failure_notified_at'],
}) {}

export class ProblemView {
  @IsString() path!: string;
  @IsString() message!: string;
}

export class LastRunView {
  @IsString() status!: string;
  @Nullable() @Time() finished_at!: Date | null;
}

export class ListedWorkflowView extends WorkflowView {
  @Nullable() @Nested(() => LastRunView) last_run!: LastRunView | null;
  @IsInt() runs_7d!: number;
  @IsInt() failed_7d!: number;
}

export class ListedRunView extends viewOf(WorkflowRun, {
  without: ['definition', 'input', 'exclusive', 'cancel_requested', 'lease_token', 'lease_until', 'dedupe_key'],
}) {
  /** From its start to its end, with what it has waited. */
  @Nullable() @IsNumber() duration_ms!: number | null;
}

export class RunView extends ListedRunView {
  @Allow() input!: unknown;
}

export class StepView extends viewOf(RunStep, { without: ['run_id', 'input', 'output'] }) {
  @Allow() input!: unknown;
  @Allow() output!: unknown;
}

export const runOf = (run: WorkflowRun): ListedRunView => ({
  ...present(ListedRunView, run),
  duration_ms: run.started_at && run.finished_at ? +run.finished_at - +run.started_at : null,
});

export const wholeRunOf = (run: WorkflowRun): RunView => ({ ...runOf(run), input: run.input });
export const stepOf = (step: RunStep): StepView => ({
  ...present(StepView, step),
  input: step.input,
  output: step.output,
});
export const workflowOf = (workflow: Workflow): WorkflowView => present(WorkflowView, workflow);
