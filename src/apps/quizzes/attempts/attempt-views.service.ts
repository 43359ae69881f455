import { AppProvider } from '../../kernel/app-provider.js';
import { present } from '../../kernel/rows/view.js';
import type { Drawn, QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz, QuizAccommodation, QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionImagesService } from '../questions/question-images.service.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { AnswerRepository } from './answer.repository.js';
import { attemptsLeft, isReleased, remainingSeconds, showsAnswers, windowOf } from './attempt.policy.js';
import { type AttemptView, type OpenAttempt, PaperQuestion, presentAnswer, presentAttempt } from './attempt.views.js';
import { dataOn } from './paper.js';
import { TakerRepository } from './taker.repository.js';

/** An attempt as its taker may see it, as far as it is released, or as the owner of its quiz may see it. */
@AppProvider()
export class AttemptViewsService {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly answers: AnswerRepository,
    private readonly takers: TakerRepository,
    private readonly images: QuestionImagesService,
  ) {}

  async withoutPaper(quiz: Quiz, attempt: QuizAttempt, isOwners = false): Promise<AttemptView> {
    return attemptFor(quiz, attempt, await this.accommodation(quiz, attempt), isOwners);
  }

  async withPaper(quiz: Quiz, attempt: QuizAttempt, isOwners = false): Promise<OpenAttempt & { attempt: AttemptView }> {
    const [granted, answers, questions] = await Promise.all([
      this.accommodation(quiz, attempt),
      this.answers.ofAttempt(attempt.id),
      this.questions.byIds(attempt.layout.map(({ id }) => id)),
    ]);
    const shown = attemptFor(quiz, attempt, granted, isOwners);
    const withKey = isOwners || (await this.showsKey(quiz, attempt, granted));
    return {
      attempt: shown,
      questions: attempt.layout.map((drawn) => this.onPaper(questions.get(drawn.id) as QuizQuestion, drawn, withKey)),
      answers: answers.map((row) => presentAnswer(row, isOwners || shown.released)),
      remaining_seconds: remainingSeconds(attempt),
    };
  }

  /** Undefined also if nothing in the answer depends on it. */
  private async accommodation(quiz: Quiz, { owner_id }: QuizAttempt): Promise<QuizAccommodation | undefined> {
    const { release_score, show_answers } = quiz;
    const isNeeded = release_score === 'after_close' || ['after_close', 'after_last_attempt'].includes(show_answers);
    return isNeeded ? this.takers.accommodation(quiz.id, owner_id) : undefined;
  }

  private async showsKey(quiz: Quiz, attempt: QuizAttempt, granted: QuizAccommodation | undefined): Promise<boolean> {
    const { closes_at } = windowOf(quiz, granted);
    if (attempt.status === 'in_progress' || quiz.show_answers !== 'after_last_attempt')
      return showsAnswers(quiz, attempt, { closes_at, isThrough: false, hasPassed: false });
    const result = await this.takers.result(quiz.id, attempt.owner_id);
    const isThrough = attemptsLeft(quiz, result?.used ?? 0, granted) === 0 && !result?.running_id;
    return showsAnswers(quiz, attempt, { closes_at, isThrough, hasPassed: result?.passed === true });
  }

  /** `withKey`: the right answer is shown too. */
  private onPaper(row: QuizQuestion, drawn: Drawn, withKey: boolean): PaperQuestion {
    const { data, image_file_id, answer, explanation } = row;
    return {
      ...present(PaperQuestion, row),
      image_url: this.images.url(image_file_id),
      data: dataOn(data, drawn),
      points: drawn.points,
      dropped: drawn.dropped ?? false,
      ...(withKey && { answer, explanation }),
    };
  }
}

function attemptFor(quiz: Quiz, attempt: QuizAttempt, granted: QuizAccommodation | undefined, isOwners: boolean) {
  const released = isReleased(quiz, attempt, windowOf(quiz, granted).closes_at);
  return presentAttempt(attempt, released, released || isOwners);
}
