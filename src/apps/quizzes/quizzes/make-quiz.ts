import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizzesSettings } from '../quizzes.settings.js';
import { OwnCourse } from './own-course.js';
import { QuizRepository } from './quiz.repository.js';

const MOST = 500;

/** New quizzes, of which an owner has so many that are not archived. */
@AppProvider()
export class MakeQuiz {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly course: OwnCourse,
    private readonly settings: AppSettings,
  ) {}

  async run(ownerId: string, given: { title: string; instructions?: string; course_id?: string }): Promise<Quiz> {
    if (given.course_id) await this.course.expect(given.course_id, ownerId);
    const settings = await this.settings.of(QuizzesSettings, ownerId);
    const { default_max_attempts, default_pass_percent, default_show_answers } = settings;
    await this.expectRoom(ownerId);
    return this.quizzes.insert(ownerId, {
      ...given,
      max_attempts: default_max_attempts,
      pass_percent: default_pass_percent === null ? null : String(default_pass_percent),
      show_answers: default_show_answers,
    });
  }

  /** Reserves one more quiz, so that the limit holds for parallel requests. */
  async expectRoom(ownerId: string): Promise<void> {
    await this.quizzes.lockOwner(ownerId);
    if ((await this.quizzes.countOpen(ownerId)) >= MOST) throw new Refusal(409, 'Quiz limit reached');
  }
}
