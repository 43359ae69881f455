import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { QuizAnswer } from '../entities/quiz-attempt.entity.js';

// The highest revision stays. Returns the revisions that are stored afterwards.
const SAVE = sql(
  'quizzes_answers_save',
  `WITH given AS (
     SELECT * FROM unnest($2::uuid[], $3::text[], $4::int[]) AS g (question_id, response, revision)
   ), saved AS (
     INSERT INTO ext_quizzes.answers AS a (attempt_id, question_id, response, revision, saved_at)
     SELECT $1, question_id, response::jsonb, revision, now() FROM given
     ON CONFLICT (attempt_id, question_id) DO UPDATE
       SET response = excluded.response, revision = excluded.revision, saved_at = now(), updated_at = now()
       WHERE excluded.revision > a.revision
     RETURNING question_id, revision
   )
   SELECT g.question_id, coalesce(s.revision, a.revision) AS revision FROM given g
   LEFT JOIN saved s ON s.question_id = g.question_id
   LEFT JOIN ext_quizzes.answers a ON a.attempt_id = $1 AND a.question_id = g.question_id`,
);
// Questions without an answer get a row too.
const SETTLE = sql(
  'quizzes_answers_settle',
  `INSERT INTO ext_quizzes.answers AS a (attempt_id, question_id, revision, saved_at, points, key_version, graded_at)
   SELECT $1, question_id, 0, $5, points, key_version, CASE WHEN points IS NOT NULL THEN now() END
   FROM unnest($2::uuid[], $3::numeric[], $4::int[]) AS g (question_id, points, key_version)
   ON CONFLICT (attempt_id, question_id) DO UPDATE
     SET points = excluded.points, key_version = excluded.key_version, graded_at = excluded.graded_at, updated_at = now()`,
);
const MEASURE = sql(
  'quizzes_answers_measure',
  `UPDATE ext_quizzes.answers a SET points = g.points, key_version = $3, graded_at = now(), updated_at = now()
   FROM unnest($1::uuid[], $2::numeric[]) AS g (id, points) WHERE a.id = g.id`,
);

type Given = Pick<QuizAnswer, 'question_id' | 'response' | 'revision'>;
export type Saved = Pick<QuizAnswer, 'question_id' | 'revision'>;
type Measured = Pick<QuizAnswer, 'question_id' | 'points' | 'key_version'>;

@AppProvider()
export class AnswerRepository extends EntityRepository<QuizAnswer> {
  protected readonly entity = QuizAnswer;

  ofAttempt(attemptId: string): Promise<QuizAnswer[]> {
    return this.find({ attempt_id: attemptId }, { order: { id: 'ASC' } });
  }

  toQuestion(attemptIds: string[], questionId: string): Promise<QuizAnswer[]> {
    return this.find({ attempt_id: In(attemptIds), question_id: questionId });
  }

  /** Each question occurs once in `given`. */
  save(attemptId: string, given: Given[]): Promise<Saved[]> {
    return this.rows(
      SAVE,
      attemptId,
      given.map(({ question_id }) => question_id),
      given.map(({ response }) => (response === null ? null : JSON.stringify(response))),
      given.map(({ revision }) => revision),
    );
  }

  /** Writes the points of each question of an attempt that was finished at that time. */
  async settle(attemptId: string, measured: Measured[], at: Date): Promise<void> {
    await this.count(
      SETTLE,
      attemptId,
      measured.map(({ question_id }) => question_id),
      measured.map(({ points }) => points),
      measured.map(({ key_version }) => key_version),
      at,
    );
  }

  async measure(measured: { id: string; points: number | null }[], keyVersion: number): Promise<void> {
    if (!measured.length) return;
    const [ids, points] = [measured.map(({ id }) => id), measured.map((one) => one.points)];
    await this.count(MEASURE, ids, points, keyVersion);
  }
}
