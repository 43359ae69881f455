import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';
import { RELEASED } from './results/result.sql.js';

const OWN = 'ARRAY(SELECT id FROM ext_quizzes.quizzes WHERE owner_id = $1)';
const TAUGHT = `quiz_id = ANY (${OWN})`;

/** Whether user `$1` may see the result of attempt `t`: as the owner of the quiz, or because it is released. */
const SEES = `EXISTS (SELECT FROM ext_quizzes.quizzes q
  LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
  WHERE q.id = t.quiz_id AND (q.owner_id = $1 OR ${RELEASED}))`;
const SEES_OF_ANSWER = `(SELECT ${SEES} FROM ext_quizzes.attempts t WHERE t.id = a.attempt_id)`;

/** A teacher's quizzes with all attempts; and a taker's own attempts, without keys. */
const TABLES: Record<string, string> = {
  quizzes: 'owner_id = $1',
  questions: TAUGHT,
  attempts: `owner_id = $1 OR ${TAUGHT}`,
  answers: `attempt_id = ANY (ARRAY(SELECT id FROM ext_quizzes.attempts WHERE owner_id = $1 OR ${TAUGHT}))`,
  accommodations: `user_id = $1 OR ${TAUGHT}`,
};

const SHOWN = {
  quizzes: `to_jsonb(t) - 'access_code_hash'`,
  attempts: `to_jsonb(t) - CASE WHEN ${SEES} THEN '{}'::text[]
    ELSE '{score,max_score,percent,passed,graded_at}'::text[] END`,
  answers: `(SELECT to_jsonb(a) - CASE WHEN ${SEES_OF_ANSWER} THEN '{}'::text[]
    ELSE '{points,feedback,graded_by,graded_at,key_version}'::text[] END FROM (SELECT t.*) a)`,
  // Only the teacher sees the note.
  accommodations: `to_jsonb(t) - CASE WHEN t.${TAUGHT} THEN '{}'::text[] ELSE '{note}'::text[] END`,
};

const STATEMENTS = exportStatements('quizzes', TABLES, SHOWN);

@AppProvider()
export class QuizzesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
