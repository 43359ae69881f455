import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import type { Caller } from '../../../platform/access/caller.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { SubmitOverdue } from '../jobs/submit-overdue.job.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { OwnCourse } from '../quizzes/own-course.js';
import { CLOSES_AFTER_SECONDS, dueAt, type Granted } from './deadlines.js';
import { Openings } from './openings.js';
import { drawn, pointsOf } from './paper.js';
import { AttemptRepository } from './attempt.repository.js';

export interface Begun {
  quiz: Quiz;
  attempt: QuizAttempt;
  resumed: boolean;
}

/** Everything is in order but for the code, which has to be looked at first. */
export class CodeNeeded {
  constructor(readonly hash: string) {}
}

/** Begins an attempt, or goes on with the one that runs; in a transaction, each taker one after the other. */
@AppProvider()
export class StartAttempt {
  constructor(
    private readonly openings: Openings,
    private readonly attempts: AttemptRepository,
    private readonly questions: QuestionRepository,
    private readonly course: OwnCourse,
    private readonly jobs: JobsService,
    private readonly overdue: SubmitOverdue,
  ) {}

  async run(
    { quiz_id, preview = false }: { quiz_id: string; preview?: boolean },
    caller: Caller,
    isCodeKnown: boolean,
  ): Promise<Begun | CodeNeeded> {
    await this.attempts.turn(quiz_id, caller.id);
    const quiz = await this.openings.hold(quiz_id);
    const running = await this.openings.running(quiz.id, caller.id);
    if (running) return { quiz, attempt: running, resumed: true };
    await this.expectVisible(quiz, caller, preview);
    if (quiz.status === 'archived') throw new Refusal(409, 'Quiz is archived');
    const granted = preview ? undefined : await this.openings.granted(quiz.id, caller.id);
    const number = preview
      ? await this.openings.nextPreview(quiz.id, caller.id)
      : await this.openings.nextNumber(quiz, caller.id, granted);
    if (quiz.access_code_hash && !preview && !isCodeKnown) return new CodeNeeded(quiz.access_code_hash);
    return { quiz, attempt: await this.begin(quiz, caller.id, { number, preview }, granted), resumed: false };
  }

  private async expectVisible({ owner_id, status, course_id }: Quiz, caller: Caller, preview: boolean) {
    const isOwn = caller.id === owner_id;
    const mayPreview = preview && (isOwn || allowedBySiteRole(caller));
    if (status === 'draft' && !mayPreview) throw notFound('Quiz');
    if (course_id && !isOwn && !mayPreview && !(await this.course.isEnrolled(caller.id, course_id)))
      throw notFound('Quiz');
    if (preview && !mayPreview) throw forbidden();
  }

  private async begin(
    quiz: Quiz,
    takerId: string,
    { number, preview }: { number: number; preview: boolean },
    granted: Granted | undefined,
  ): Promise<QuizAttempt> {
    const layout = drawn(quiz, await this.questions.ofQuiz(quiz.id));
    if (!layout.length) throw new Refusal(409, 'Add at least one question first');
    const { time_limit_seconds } = quiz;
    const begun = { started_at: new Date(), time_limit_seconds, preview };
    const due_at = dueAt(begun, quiz, granted);
    const attempt = await this.attempts.insert({
      ...begun,
      owner_id: takerId,
      quiz_id: quiz.id,
      number,
      status: 'in_progress',
      due_at,
      layout,
      max_score: String(pointsOf(layout)),
    });
    if (due_at) {
      const seconds = Math.ceil((+due_at - Date.now()) / 1000) + CLOSES_AFTER_SECONDS;
      await this.jobs.enqueue(this.overdue, { attempt_id: attempt.id }, seconds);
    }
    return attempt;
  }
}
