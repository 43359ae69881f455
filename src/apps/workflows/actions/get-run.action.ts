import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RUN, type WorkflowRun } from '../entities/run.entity.js';
import { StepRepository } from '../running/step.repository.js';
import { RunView, stepOf, StepView, wholeRunOf } from '../workflows.views.js';

class Input {
  @Uuid() run_id!: string;
}
class Result extends answerWith('run', () => RunView) {
  @ListOf(() => StepView) steps!: StepView[];
}

@Action('get-run', {
  access: 'owner',
  target: RUN,
  description: 'A run with its input and every attempt at every step. Secrets are shown as ***.',
  input: Input,
  result: Result,
})
export class GetRun {
  constructor(private readonly steps: StepRepository) {}

  async run({ target: run }: Call<Input, WorkflowRun>): Promise<Result> {
    const steps = await this.steps.find({ run_id: run.id }, { order: { created_at: 'ASC', id: 'ASC' } });
    return { run: wholeRunOf(run), steps: steps.map(stepOf) };
  }
}
