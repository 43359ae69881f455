import { Refusal } from '../../../platform/http/refusal.js';
import type { Assignment, Criterion } from '../entities/assignment.entity.js';
import type { AssignmentFields } from './assignment.inputs.js';
import type { AssignmentChanges } from './assignment.repository.js';

type Dates = Pick<Assignment, 'opens_at' | 'due_at' | 'closes_at'>;

/** What is given, as it is kept. */
export function valuesOf(fields: AssignmentFields & { title?: string }): AssignmentChanges {
  const { title, instructions, grading, points, submission_types, max_files, max_file_bytes } = fields;
  const { max_attempts, keep_score, late_penalty_percent, late_penalty_max, anonymous, release } = fields;
  const { submit_drafts, reference_type, reference_id, allowed_extensions, rubric } = fields;
  return given({
    title,
    instructions: instructions === '' ? null : instructions,
    grading,
    points,
    submission_types,
    allowed_extensions: allowed_extensions && [...new Set(allowed_extensions.map(plain))],
    max_files,
    max_file_bytes,
    opens_at: moment(fields.opens_at),
    due_at: moment(fields.due_at),
    closes_at: moment(fields.closes_at),
    max_attempts,
    keep_score,
    late_penalty_percent,
    late_penalty_max,
    rubric: rubric && criteriaOf(rubric),
    anonymous,
    release,
    submit_drafts,
    reference_type,
    reference_id,
  });
}

export function expectOrder({ opens_at, due_at, closes_at }: Dates): void {
  const isWrong =
    (opens_at && due_at && opens_at >= due_at) ||
    (due_at && closes_at && due_at > closes_at) ||
    (opens_at && closes_at && opens_at >= closes_at);
  if (isWrong) throw new Refusal(400, 'Dates are out of order');
}

/** In hundredths, as sums of fractions are never what they say. */
export function expectSum({ grading, points, rubric }: Pick<Assignment, 'grading' | 'points' | 'rubric'>): void {
  if (grading !== 'points' || !rubric) return;
  if (hundredths(rubric) !== Math.round(points * 100)) throw new Refusal(400, 'Rubric points must add up to points');
}

export const hundredths = (parts: { points: number }[]) =>
  parts.reduce((sum, { points }) => sum + Math.round(points * 100), 0);

const criteriaOf = (rubric: NonNullable<AssignmentFields['rubric']>): Criterion[] | null =>
  rubric.length
    ? rubric.map(({ title, description, points }, at) => {
        return { id: `c${at + 1}`, title, description: description || null, points };
      })
    : null;

const plain = (extension: string) => extension.replace('.', '').toLowerCase();

export const moment = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
