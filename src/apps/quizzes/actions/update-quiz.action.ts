import { JobsService } from '../../../jobs/jobs.service.js';
import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUIZ, Quiz } from '../entities/quiz.entity.js';
import { OpenResults } from '../jobs/notification.job.js';
import { Regrade } from '../jobs/regrade.job.js';
import { QuizCoursesService } from '../quizzes/quiz-courses.service.js';
import { QuizOptions, timesAfter } from '../quizzes/quiz.inputs.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input extends QuizOptions {
  @Uuid() quiz_id!: string;
}

class Result extends answerWith('quiz', () => QuizView) {}

@Action('update-quiz', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'Changes what is given. Time limit and draw hold for new attempts; what counts is counted anew.',
  input: Input,
  result: Result,
  refuses: {
    400: ['closes_at must be after opens_at'],
    404: ['Course not found'],
    409: [
      'draw_count is above the number of questions',
      'Quiz is archived',
      'Course cannot change once there are attempts',
    ],
  },
})
export class UpdateQuiz {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly courses: QuizCoursesService,
    private readonly hasher: PasswordHasherService,
    private readonly jobs: JobsService,
    private readonly regrade: Regrade,
    private readonly openResults: OpenResults,
  ) {}

  /** The hash of a new access code; null removes the code that there is. */
  async prepare({ input: { access_code } }: Call<Input>): Promise<string | null> {
    return access_code ? this.hasher.hash(access_code, 'app') : null;
  }

  async run({ input, target: quiz, prepared }: Call<Input, Quiz, undefined, string | null>): Promise<Result> {
    const changes = changesOf(quiz, input);
    if (quiz.status === 'archived') throw new Refusal(409, 'Quiz is archived');
    await this.checkCourse(quiz, input.course_id);
    if ((input.draw_count ?? 0) > quiz.questions_count)
      throw new Refusal(409, 'draw_count is above the number of questions');
    const access_code_hash = input.access_code === undefined ? undefined : prepared;
    const changed = await this.quizzes.change(quiz.id, { ...changes, access_code_hash });
    if (+(changed.closes_at ?? Infinity) > +(quiz.closes_at ?? Infinity)) await this.quizzes.extendAttempts(quiz.id);
    const countsOtherwise = changed.scoring !== quiz.scoring || changed.pass_percent !== quiz.pass_percent;
    if (countsOtherwise) await this.jobs.enqueue(this.regrade, { quiz_id: quiz.id });
    if (input.release_now) await this.jobs.enqueue(this.openResults, { quiz_id: quiz.id });
    return { quiz: presentQuiz(changed) };
  }

  private async checkCourse(quiz: Quiz, courseId: string | null | undefined): Promise<void> {
    if (courseId === undefined || courseId === quiz.course_id) return;
    if (courseId) await this.courses.expectOwn(courseId, quiz.owner_id);
    if (await this.quizzes.hasAttempts(quiz.id)) throw new Refusal(409, 'Course cannot change once there are attempts');
  }
}

function changesOf(quiz: Quiz, input: Input): Partial<Quiz> {
  const { quiz_id: _, access_code: __, opens_at, closes_at, release_now, ...plain } = input;
  const times = timesAfter(quiz, { opens_at, closes_at });
  const releases = input.release_score ?? quiz.release_score;
  if (release_now && releases !== 'by_hand')
    throw invalid({ field: 'release_now', message: 'release_now is for a release_score of by_hand' });
  if (release_now === undefined) return { ...plain, ...times };
  return { ...plain, ...times, released_at: release_now ? (quiz.released_at ?? new Date()) : null };
}
