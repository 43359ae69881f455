import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import { CLOSES_AFTER_SECONDS } from '../attempts/deadlines.js';
import { FinishAttempts } from '../attempts/finish-attempts.js';

const BATCH = 100;

/** An attempt whose time is up is submitted with what was saved: at its deadline, and whatever was missed, each minute. */
@AppProvider()
export class SubmitOverdue extends Job<{ attempt_id?: string }> {
  readonly name = 'quizzes.submit-overdue';
  override readonly every = '* * * * *';

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly finish: FinishAttempts,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ attempt_id }: { attempt_id?: string } = {}): Promise<void> {
    if (attempt_id) return this.one(attempt_id);
    for (;;) {
      const ids = await this.attempts.overdue(BATCH);
      for (const id of ids) await this.finish.ifOverdue(id);
      if (ids.length < BATCH) return;
    }
  }

  /** A deadline that was moved is kept. */
  private async one(id: string): Promise<void> {
    const attempt = await this.finish.ifOverdue(id);
    if (attempt?.status !== 'in_progress' || !attempt.due_at) return;
    const seconds = Math.ceil((+attempt.due_at - Date.now()) / 1000) + CLOSES_AFTER_SECONDS;
    await this.database.transaction(() => this.jobs.enqueue(this, { attempt_id: id }, seconds));
  }
}
