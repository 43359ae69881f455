import { randomInt } from 'node:crypto';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Assignment, AssignmentLearner } from '../entities/assignment.entity.js';

export const MOST_POINTS = 99_999.99;

type Dates = Pick<Assignment, 'opens_at' | 'due_at' | 'closes_at'>;

export function expectWritable({ status }: Pick<Assignment, 'status'>): void {
  if (status === 'archived') throw new Refusal(409, 'Assignment is archived');
}

export function expectOrder({ opens_at, due_at, closes_at }: Dates): void {
  const isWrong =
    (opens_at && due_at && opens_at >= due_at) ||
    (due_at && closes_at && due_at > closes_at) ||
    (opens_at && closes_at && opens_at >= closes_at);
  if (isWrong) throw new Refusal(400, 'Dates are out of order');
}

/** Sums in hundredths, because sums of fractions are inexact. */
export function expectSum({ grading, points, rubric }: Pick<Assignment, 'grading' | 'points' | 'rubric'>): void {
  if (grading !== 'points' || !rubric) return;
  if (hundredths(rubric) !== Math.round(points * 100)) throw new Refusal(400, 'Rubric points must add up to points');
}

export const hundredths = (parts: { points: number }[]) =>
  parts.reduce((sum, { points }) => sum + Math.round(points * 100), 0);

/** Null: no limit. A draft counts as an attempt. */
export function attemptsLeft(
  { max_attempts }: Pick<Assignment, 'max_attempts'>,
  { extra_attempts }: Pick<AssignmentLearner, 'extra_attempts'>,
  latest: { attempt: number; revisions: number } | undefined,
): number | null {
  if (max_attempts === null) return null;
  const { attempt = 0, revisions = 0 } = latest ?? {};
  return Math.max(max_attempts + extra_attempts + revisions - attempt, 0);
}

export const moment = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));

const LENGTH = 8;
/** Without letters and digits that look alike: 0, O, 1, L, I. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const randomCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Accepts a code with spaces, dashes and small letters. */
export const codeOf = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase();
