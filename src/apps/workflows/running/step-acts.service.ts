import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { isRetryable } from '../../../platform/database/database-error.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { causedAt } from '../../../events/cause.js';
import { ActionRunnerService } from '../../kernel/calls/action-runner.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { RunStep } from '../entities/run.entity.js';
import { HttpStepService } from '../http/http-step.service.js';
import type {
  AppStep,
  ApprovalStep,
  DelayStep,
  HttpStep,
  NotifyStep,
  SetStep,
  StopStep,
} from '../language/definition.js';
import { resolveValues, type Scope, textOf } from '../language/values.js';
import type { Attempt } from './attempt.js';
import { AutomatedActions } from './automated-actions.service.js';
import { StepRepository } from './step.repository.js';
import { type Act, Waits } from './walk.js';

const HOUR = 3_600_000;
const LONGEST_DELAY = 30 * 24 * HOUR;
const MOST_APPROVALS = 100;

/** What each kind of step does. */
@AppProvider()
export class StepActs {
  constructor(
    private readonly database: DatabaseService,
    private readonly runner: ActionRunnerService,
    private readonly actions: AutomatedActions,
    private readonly http: HttpStepService,
    private readonly notifications: AppNotificationsService,
    private readonly steps: StepRepository,
  ) {}

  readonly all: Record<string, Act> = {
    set: (attempt, scope) =>
      attempt.at('succeeded', { output: resolveValues((attempt.step as SetStep).config.values, scope) }),
    stop: (attempt, scope) =>
      attempt.at('succeeded', { input: resolveValues((attempt.step as StopStep).config, scope) }),
    delay: (attempt, scope) => this.delay(attempt, resolveValues((attempt.step as DelayStep).config, scope) as Pause),
    notify: (attempt, scope) =>
      this.notify(attempt, resolveValues((attempt.step as NotifyStep).config, scope) as NotifyStep['config']),
    approval: (attempt, scope) =>
      this.approval(attempt, resolveValues((attempt.step as ApprovalStep).config, scope) as ApprovalStep['config']),
    app: (attempt, scope) =>
      this.app(attempt, resolveValues((attempt.step as AppStep).config, scope) as AppStep['config']),
    http: (attempt, scope) => this.http.places.hold(attempt.run.owner_id, () => this.send(attempt, scope)),
  };

  private async send(attempt: Attempt, scope: Scope): Promise<RunStep> {
    await attempt.begin('running');
    const { run, path } = attempt;
    const given = { idempotencyKey: `${run.id}:${path}`, ownerId: run.owner_id };
    const result = await this.http.run(attempt.step as HttpStep, scope, given);
    if (result.ok) return attempt.at('succeeded', result);
    const { retryAfterSeconds: retry_after, output, ...end } = result;
    return attempt.at('failed', { ...end, output: { ...output, ...(retry_after !== undefined && { retry_after }) } });
  }

  private async delay(attempt: Attempt, { seconds, until }: Pause): Promise<RunStep> {
    const kept = attempt.waiting?.input as { until: string } | undefined;
    const end = kept ? new Date(kept.until) : endOf({ seconds, until });
    if (+end <= Date.now()) return attempt.at('succeeded', { output: { until: end } });
    if (!kept) await attempt.begin('waiting', { input: { until: end } });
    throw new Waits(end);
  }

  private notify(attempt: Attempt, { title, body }: NotifyStep['config']): Promise<RunStep> {
    const { id, owner_id, workflow_id, depth } = attempt.run;
    return causedAt(depth + 1, () =>
      this.database.transaction(() => {
        const data = { run_id: id, workflow_id };
        const text = { title: cut(textOf(title), 200), body: cut(textOf(body), 2_000) };
        this.notifications.notify(owner_id, { type: 'workflows.message', ...text, data });
        return attempt.at('succeeded', { input: text, output: text });
      }),
    );
  }

  /** The action and the result of the step are one transaction, so the action acts once. */
  private async app(attempt: Attempt, { slug, action, input = {} }: AppStep['config']): Promise<RunStep> {
    await attempt.begin('running', { input });
    const { owner_id, depth } = attempt.run;
    const fault = this.actions.fault(slug, action);
    if (fault) throw new Refusal(403, fault);
    let row: RunStep | undefined;
    let failed: unknown;
    try {
      await causedAt(depth + 1, () =>
        this.runner.run({ slug, action, input, user_id: owner_id, automation: 'workflows' }, async (output) => {
          try {
            row = await attempt.at('succeeded', { output });
          } catch (error) {
            failed = error;
            throw error;
          }
        }),
      );
    } catch (error) {
      if (failed) throw failed;
      if (error instanceof Refusal || isRetryable(error)) throw error;
      throw new Refusal(500, 'Internal server error');
    }
    return row as RunStep;
  }

  private async approval(attempt: Attempt, config: ApprovalStep['config']): Promise<RunStep> {
    const { waiting } = attempt;
    if (!waiting) return this.ask(attempt, config);
    const { expires_at } = waiting.input as { expires_at: string };
    const isExpired = Date.parse(expires_at) <= Date.now();
    const decision = waiting.decision ?? (isExpired ? 'expired' : undefined);
    if (!decision) throw new Waits(new Date(expires_at));
    const output = { decision, decided_by: waiting.decided_by, comment: waiting.comment };
    if (decision === 'approved' || config.on_reject === 'continue')
      return attempt.at('succeeded', { output, decision });
    const error = decision === 'rejected' ? 'Approval was rejected' : 'Approval has expired';
    return attempt.at('failed', { output, decision, error, retryable: false });
  }

  private async ask(
    attempt: Attempt,
    { message, approvers, timeout_hours = 72 }: ApprovalStep['config'],
  ): Promise<never> {
    const { id, owner_id, workflow_id, depth } = attempt.run;
    const asked = approvers?.length ? [...new Set(approvers)] : [owner_id];
    if ((await this.steps.approvalsToday(owner_id)) >= MOST_APPROVALS) throw new Error('At most 100 approvals a day');
    const expires_at = new Date(Date.now() + timeout_hours * HOUR);
    const text = cut(textOf(message), 2_000);
    await causedAt(depth + 1, () =>
      this.database.transaction(async () => {
        await attempt.begin('waiting', { input: { message: text, expires_at }, approvers: asked });
        const data = { run_id: id, workflow_id, path: attempt.path, expires_at };
        const notice = { type: 'workflows.approval_requested', title: 'Approval requested', body: text, data } as const;
        this.notifications.notifyMany(asked, notice);
      }),
    );
    throw new Waits(expires_at);
  }
}

/** JSON of PostgreSQL holds no half of a character. */
const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

interface Pause {
  seconds?: unknown;
  until?: unknown;
}

function endOf({ seconds, until }: Pause): Date {
  const end = seconds === undefined ? Date.parse(textOf(until)) : Date.now() + Number(seconds) * 1000;
  if (!Number.isFinite(end)) throw new Error('Delay is no time');
  if (end > Date.now() + LONGEST_DELAY) throw new Error('Delay is longer than 30 days');
  return new Date(end);
}
