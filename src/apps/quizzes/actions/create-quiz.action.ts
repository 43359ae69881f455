import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { QuizCoursesService } from '../quizzes/quiz-courses.service.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { QuizzesSettings } from '../quizzes.settings.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input {
  @Written(1, 200) title!: string;
  @Optional() @Written(0, 10_000) instructions?: string;
  @Optional() @Uuid() course_id?: string;
}

class Result extends answerWith('quiz', () => QuizView) {}

@Action('create-quiz', {
  access: 'authenticated',
  changes: true,
  about: 'quiz',
  description: 'Makes a draft of a quiz, with what its owner has set for new ones.',
  input: Input,
  result: Result,
  refuses: { 404: ['Course not found'], 409: ['Quiz limit reached'] },
})
export class CreateQuiz {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly courses: QuizCoursesService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller: { id: ownerId } }: Call<Input>) {
    if (input.course_id) await this.courses.expectOwn(input.course_id, ownerId);
    const settings = await this.settings.of(QuizzesSettings, ownerId);
    const { default_max_attempts, default_pass_percent, default_show_answers } = settings;
    await this.quizzes.reserve(ownerId);
    const quiz = await this.quizzes.insert({
      owner_id: ownerId,
      ...input,
      max_attempts: default_max_attempts,
      pass_percent: default_pass_percent,
      show_answers: default_show_answers,
    });
    return { quiz: presentQuiz(quiz) };
  }
}
