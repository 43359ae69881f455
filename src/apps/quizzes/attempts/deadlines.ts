import type { Quiz, QuizAccommodation } from '../entities/quiz.entity.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';

/** For what is on its way when the time is up. */
const GRACE_MS = 10_000;
/** When the job looks: after that. */
export const CLOSES_AFTER_SECONDS = 15;

export type Granted = Pick<
  QuizAccommodation,
  'extra_time_percent' | 'no_time_limit' | 'extra_attempts' | 'opens_at' | 'closes_at'
>;
type Timed = Pick<QuizAttempt, 'started_at' | 'time_limit_seconds' | 'preview'>;

/** Between which moments somebody may take it. */
export const windowOf = (quiz: Pick<Quiz, 'opens_at' | 'closes_at'>, granted: Granted | undefined) => ({
  opens_at: granted?.opens_at ?? quiz.opens_at,
  closes_at: granted?.closes_at ?? quiz.closes_at,
});

export function limitOf(seconds: number | null, granted: Granted | undefined): number | null {
  if (seconds === null || granted?.no_time_limit) return null;
  return Math.floor((seconds * (100 + (granted?.extra_time_percent ?? 0))) / 100);
}

/** The earlier of the time limit and the closing; null: neither. */
export function dueAt(attempt: Timed, quiz: Quiz, granted: Granted | undefined): Date | null {
  const limit = limitOf(attempt.time_limit_seconds, granted);
  const { closes_at } = windowOf(quiz, granted);
  const ends = [
    ...(limit === null ? [] : [+attempt.started_at + limit * 1000]),
    ...(closes_at && !attempt.preview ? [+closes_at] : []),
  ];
  return ends.length ? new Date(Math.min(...ends)) : null;
}

type Ending = Pick<QuizAttempt, 'status' | 'due_at'>;

/** Nothing is taken from it any more. */
export const isOverdue = ({ status, due_at }: Ending) =>
  status === 'in_progress' && due_at !== null && +due_at + GRACE_MS < Date.now();

export function remainingSeconds({ status, due_at }: Ending): number | null {
  if (status !== 'in_progress' || !due_at) return null;
  return Math.max(0, Math.ceil((+due_at - Date.now()) / 1000));
}
