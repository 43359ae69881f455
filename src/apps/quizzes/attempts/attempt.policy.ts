import type { Quiz, QuizAccommodation } from '../entities/quiz.entity.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';

const MINUTE = 60_000;
/** For requests that are under way at the deadline. */
const GRACE_MS = 10_000;
/** How long after the deadline the job runs: later than the grace period. */
export const CLOSES_AFTER_SECONDS = 15;

type Granted = Pick<
  QuizAccommodation,
  'extra_time_percent' | 'no_time_limit' | 'extra_attempts' | 'opens_at' | 'closes_at'
>;
type Timed = Pick<QuizAttempt, 'started_at' | 'time_limit_seconds' | 'preview'>;

/** When a taker may begin attempts. */
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

/** It accepts no more answers. */
export const isOverdue = ({ status, due_at }: Ending) =>
  status === 'in_progress' && due_at !== null && +due_at + GRACE_MS < Date.now();

export function remainingSeconds({ status, due_at }: Ending): number | null {
  if (status !== 'in_progress' || !due_at) return null;
  return Math.max(0, Math.ceil((+due_at - Date.now()) / 1000));
}

/** Null: unlimited attempts. */
export const attemptsLeft = ({ max_attempts }: Quiz, used: number, granted: Granted | undefined) =>
  max_attempts === null ? null : Math.max(0, max_attempts + (granted?.extra_attempts ?? 0) - used);

export const nextAttemptAt = ({ attempt_gap_minutes }: Quiz, submittedAt: Date | null) =>
  submittedAt && attempt_gap_minutes ? new Date(+submittedAt + attempt_gap_minutes * MINUTE) : null;

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
interface Position {
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

/** A quiz that never closes hides nothing. */
const isPast = (closesAt: Date | null) => closesAt === null || +closesAt <= Date.now();
