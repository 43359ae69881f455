import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AttemptRepository } from './attempt.repository.js';
import { AttemptFinishService } from './attempt-finish.service.js';
import { CLOSES_AFTER_SECONDS } from './attempt.policy.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';

const BATCH = 100;

/** Submits attempts whose time is up with the saved answers: at the deadline, and each minute those that were missed. */
@AppProvider()
export class SubmitOverdue extends Job<{ attempt_id?: string }> {
  readonly name = 'quizzes.submit-overdue';
  override readonly every = '* * * * *';

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly finish: AttemptFinishService,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ attempt_id }: { attempt_id?: string } = {}): Promise<void> {
    if (attempt_id) return this.one(attempt_id);
    for (;;) {
      const ids = await this.attempts.overdue(BATCH);
      for (const id of ids) await this.finish.finishIfOverdue(id);
      if (ids.length < BATCH) return;
    }
  }

  /** Enqueues the run at the deadline in the caller's transaction. */
  async schedule({ id, due_at }: Pick<QuizAttempt, 'id' | 'due_at'>): Promise<void> {
    if (!due_at) return;
    const seconds = Math.ceil((+due_at - Date.now()) / 1000) + CLOSES_AFTER_SECONDS;
    await this.jobs.enqueue(this, { attempt_id: id }, seconds);
  }

  /** A deadline that has moved is scheduled again. */
  private async one(id: string): Promise<void> {
    const attempt = await this.finish.finishIfOverdue(id);
    if (attempt?.status === 'in_progress') await this.database.transaction(() => this.schedule(attempt));
  }
}
