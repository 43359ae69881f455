import { personBy } from '../../kernel/rows/person.js';

/** Learner `l` of assignment `a`: the learner's own dates override those of the assignment. */
export const DUE_AT = 'coalesce(l.due_at, a.due_at)';
export const CLOSES_AT = 'coalesce(l.closes_at, a.closes_at)';

/** Handed in by the learner. */
const HANDED_IN = `s.assignment_id = l.assignment_id AND s.owner_id = l.user_id AND s.status <> 'draft'`;
const COUNTING = `ORDER BY CASE WHEN a.keep_score = 'highest' THEN s.final_score END DESC NULLS LAST,
  CASE WHEN a.keep_score = 'highest' THEN s.passed END DESC NULLS LAST, s.attempt DESC LIMIT 1`;
const first = (name: string, where: string, order: string) =>
  `LEFT JOIN LATERAL (SELECT s.* FROM ext_assignments.submissions s WHERE ${where} ${order}) ${name} ON true`;

/** Of the submissions: the `latest`, and the one that is `counted`. */
export const STANDING = [
  first('latest', HANDED_IN, 'ORDER BY s.attempt DESC LIMIT 1'),
  first('counted', HANDED_IN, COUNTING),
].join(' ');

/** The grade that the learner may see: the best released one, or that of the latest attempt where that one counts. */
export const SHOWN = first(
  'shown',
  `${HANDED_IN} AND s.released_at IS NOT NULL AND (a.keep_score = 'highest' OR s.attempt = latest.attempt)`,
  COUNTING,
);

/** The learner is overdue: nothing handed in. */
export const IS_MISSING = `(l.status = 'active' AND latest.id IS NULL
  AND (${DUE_AT} < now() OR ${CLOSES_AT} < now() OR a.status IN ('closed', 'archived')))`;

/** A submission of the learner is released. EXISTS would read all submissions when there are many rows. */
export const HAS_RELEASED = (assignment: string, user: string) =>
  `coalesce((SELECT true FROM ext_assignments.submissions r WHERE r.assignment_id = ${assignment}
    AND r.owner_id = ${user} AND r.released_at IS NOT NULL LIMIT 1), false)`;

/** Whether the teacher may know who it is. */
export const IS_REVEALED = `(NOT a.anonymous OR ${HAS_RELEASED('l.assignment_id', 'l.user_id')})`;

const PERSON = personBy('l.user_id');

/** The learner's state as the teacher sees it. */
export const LEARNER = `json_build_object('id', l.id, 'number', l.number,
  'user', CASE WHEN ${IS_REVEALED} THEN ${PERSON} END)`;

export const LATE = (at: string, due: string) =>
  `least(greatest(ceil(extract(epoch FROM ${at} - ${due})), 0), 2147483647)::int`;
