import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';

type Finished = Pick<QuizAttempt, 'status'>;

/** Whether the taker may see the score; `closesAt`: of the quiz, or of the taker's accommodation. */
export function isReleased(
  { release_score, released_at }: Pick<Quiz, 'release_score' | 'released_at'>,
  { status }: Finished,
  closesAt: Date | null,
): boolean {
  if (status === 'in_progress') return false;
  if (release_score === 'by_hand') return released_at !== null && status === 'graded';
  return release_score === 'at_once' || isPast(closesAt);
}

/** The state of a taker who asks for the right answers. */
export interface Position {
  closes_at: Date | null;
  /** The taker can neither begin nor continue an attempt. */
  isThrough: boolean;
  hasPassed: boolean;
}

/** Right answers never come before the score. */
export function showsAnswers(quiz: Quiz, attempt: Finished, position: Position): boolean {
  if (attempt.status !== 'graded' || !isReleased(quiz, attempt, position.closes_at)) return false;
  switch (quiz.show_answers) {
    case 'never':
      return false;
    case 'after_score':
      return true;
    case 'after_last_attempt':
      return position.isThrough || position.hasPassed;
    case 'after_close':
      return isPast(position.closes_at);
  }
}

/** What never closes hides nothing. */
const isPast = (closesAt: Date | null) => closesAt === null || +closesAt <= Date.now();
