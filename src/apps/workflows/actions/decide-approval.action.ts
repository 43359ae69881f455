import { IsIn, IsString } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { RunRepository } from '../running/run.repository.js';
import { RunStarts } from '../running/run-starts.service.js';
import { StepRepository } from '../running/step.repository.js';

class Input {
  @Uuid() run_id!: string;
  @Chars(1, 200) path!: string;
  @IsIn(['approve', 'reject']) decision!: 'approve' | 'reject';
  @Optional() @Chars(0, 1_000) comment?: string;
}
class Result {
  @Uuid() run_id!: string;
  @IsString() path!: string;
  @IsIn(['approved', 'rejected']) decision!: 'approved' | 'rejected';
}

@Action('decide-approval', {
  access: 'authenticated',
  changes: true,
  about: { run: 'run_id' },
  description: 'An approver of the step, or the owner of the run, decides. The first decision holds.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Run not found', 'Step not found'],
    409: ['Approval is already decided', 'Approval has expired'],
  },
})
export class DecideApproval {
  constructor(
    private readonly runs: RunRepository,
    private readonly steps: StepRepository,
    private readonly starts: RunStarts,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { run_id, path, comment = null } = input;
    const run = await this.runs.the({ id: run_id }, 'Run', { lock: 'no key update' });
    const [step] = await this.steps.find({ run_id, path, kind: 'approval' }, { order: { attempt: 'DESC' }, limit: 1 });
    const mayDecide = run.owner_id === caller.id || (step?.approvers?.includes(caller.id) ?? false);
    if (!mayDecide && !allowedBySiteRole(caller)) throw forbidden();
    if (!step) throw notFound('Step');
    if (step.decision && step.decision !== 'expired') throw new Refusal(409, 'Approval is already decided');
    const { expires_at } = step.input as { expires_at: string };
    if (step.status !== 'waiting' || Date.parse(expires_at) <= Date.now())
      throw new Refusal(409, 'Approval has expired');
    const decision = input.decision === 'approve' ? 'approved' : 'rejected';
    const changes = { decision, decided_by: caller.id, comment } as const;
    if (!(await this.steps.update({ id: step.id, status: 'waiting', decision: null }, changes)))
      throw new Refusal(409, 'Approval is already decided');
    await this.runs.wake(run_id);
    await this.starts.wake();
    return { run_id, path, decision };
  }
}
