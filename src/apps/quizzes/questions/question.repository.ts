import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { reorderSql } from '../../kernel/rows/ordered.js';
import { QuizQuestion } from '../entities/quiz.entity.js';

const OF_QUIZ = sql(
  'quizzes_questions',
  'SELECT * FROM ext_quizzes.questions WHERE quiz_id = $1 ORDER BY retired_at IS NOT NULL, position, id',
);
const PLACES = sql(
  'quizzes_question_places',
  `SELECT coalesce(max(position) + 1, 0)::int AS next FROM ext_quizzes.questions WHERE quiz_id = $1`,
);
const COUNT = sql(
  'quizzes_questions_count',
  `UPDATE ext_quizzes.quizzes SET updated_at = now(), questions_count = (
     SELECT count(*) FROM ext_quizzes.questions WHERE quiz_id = $1 AND retired_at IS NULL
   ) WHERE id = $1`,
);
const REORDER = sql('quizzes_questions_reorder', reorderSql('ext_quizzes.questions', 'quiz_id'));
// Finished attempts have a row for each of their questions; running attempts have them in their layout.
const USED = sql(
  'quizzes_question_is_used',
  `SELECT FROM ext_quizzes.answers WHERE question_id = $1
   UNION ALL
   SELECT FROM ext_quizzes.attempts
   WHERE quiz_id = $2 AND status = 'in_progress' AND layout @> jsonb_build_array(jsonb_build_object('id', $1::text))
   LIMIT 1`,
);
const FINISHED = sql(
  'quizzes_question_attempts',
  `SELECT count(*)::int AS n FROM ext_quizzes.answers a JOIN ext_quizzes.attempts t ON t.id = a.attempt_id
   WHERE a.question_id = $1 AND t.status <> 'in_progress' AND NOT t.preview`,
);

@AppProvider()
export class QuestionRepository extends EntityRepository<QuizQuestion> {
  protected readonly entity = QuizQuestion;

  /** In their order, the retired ones last. */
  ofQuiz(quizId: string): Promise<QuizQuestion[]> {
    return this.converted(OF_QUIZ, quizId);
  }

  async byIds(ids: string[]): Promise<Map<string, QuizQuestion>> {
    const rows = await this.find({ id: In(ids) });
    return new Map(rows.map((row) => [row.id, row]));
  }

  async nextPosition(quizId: string): Promise<number> {
    return (await this.onlyOne<{ next: number }>(PLACES, quizId)).next;
  }

  /** Returns the rows in the order of their positions. */
  async insertAll(rows: Partial<QuizQuestion>[]): Promise<QuizQuestion[]> {
    const { identifiers } = await this.table(QuizQuestion).insert(rows);
    return this.find({ id: In(identifiers.map(({ id }) => id as string)) }, { order: { position: 'ASC' } });
  }

  async change(id: string, changes: Partial<QuizQuestion>): Promise<QuizQuestion> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as QuizQuestion;
  }

  /** Stores the number of questions in the row of the quiz. */
  async storeCount(quizId: string): Promise<void> {
    await this.count(COUNT, quizId);
  }

  async reorder(quizId: string, ids: string[]): Promise<void> {
    await this.count(REORDER, quizId, ids);
  }

  /** Whether any attempt has it on its paper. */
  async isUsed({ id, quiz_id }: Pick<QuizQuestion, 'id' | 'quiz_id'>): Promise<boolean> {
    return (await this.rows(USED, id, quiz_id)).length > 0;
  }

  /** The number of finished attempts that have it, previews apart. */
  async countAttempts(id: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(FINISHED, id)).n;
  }
}
