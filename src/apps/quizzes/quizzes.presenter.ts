import { AppProvider } from '../kernel/app-provider.js';
import type { AnswerRow } from './attempts/answer.repository.js';
import { dataOn } from './attempts/paper.js';
import type { Drawn, QuizAttempt } from './entities/quiz-attempt.entity.js';
import type { Quiz, QuizQuestion } from './entities/quiz.entity.js';
import { QuestionImages } from './questions/question-images.js';
import { present } from '../kernel/rows/view.js';
import { type AnswerView, AttemptView, type PaperQuestion, type QuestionView, type QuizView } from './quizzes.views.js';

/** Quizzes, questions and attempts as answers show them. */
@AppProvider()
export class QuizzesPresenter {
  constructor(private readonly images: QuestionImages) {}

  quiz({ access_code_hash, pass_percent, ...quiz }: Quiz): QuizView {
    return {
      ...quiz,
      has_access_code: access_code_hash !== null,
      pass_percent: numberOf(pass_percent),
    };
  }

  question(row: QuizQuestion): QuestionView {
    return { ...row, points: Number(row.points), image_url: this.images.address(row.image_file_id) };
  }

  /** `withKey`: what is right is shown too. */
  onPaper(row: QuizQuestion, drawn: Drawn, withKey: boolean): PaperQuestion {
    const { id, type, prompt, image_file_id, data, grading, answer, explanation } = row;
    return {
      id,
      type,
      prompt,
      image_file_id,
      image_url: this.images.address(image_file_id),
      data: dataOn(data, drawn),
      grading,
      points: drawn.points,
      dropped: drawn.dropped ?? false,
      ...(withKey && { answer, explanation }),
    };
  }

  /** `released`: for the taker; `isShown`: the one who asks may see what was reached. */
  attempt(row: QuizAttempt, released: boolean, isShown = released): AttemptView {
    const has = isShown && row.status !== 'in_progress';
    return {
      ...present(AttemptView, row),
      released,
      provisional: has && row.status === 'submitted',
      score: has ? numberOf(row.score) : null,
      max_score: has ? numberOf(row.max_score) : null,
      percent: has ? numberOf(row.percent) : null,
      passed: has ? row.passed : null,
      graded_at: has ? row.graded_at : null,
    };
  }

  answer(row: AnswerRow, isShown: boolean): AnswerView {
    const { question_id, response, revision, saved_at, points, feedback, graded_by, graded_at } = row;
    const given = { question_id, response, revision, saved_at };
    if (!isShown) return { ...given, points: null, feedback: null, by_hand: false, graded_at: null };
    return { ...given, points, feedback, by_hand: graded_by !== null, graded_at };
  }
}

export const numberOf = (stored: string | null) => (stored === null ? null : Number(stored));
