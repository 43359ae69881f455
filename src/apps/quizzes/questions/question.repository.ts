import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { QuizQuestion } from '../entities/quiz.entity.js';

const OF_QUIZ = sql(
  'quizzes_questions',
  'SELECT * FROM ext_quizzes.questions WHERE quiz_id = $1 ORDER BY retired_at IS NOT NULL, position, id',
);
const BY_IDS = sql('quizzes_questions_by_ids', 'SELECT * FROM ext_quizzes.questions WHERE id = ANY ($1::uuid[])');
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
const REORDER = sql(
  'quizzes_questions_reorder',
  `UPDATE ext_quizzes.questions q SET position = o.position - 1, updated_at = now()
   FROM unnest($1::uuid[]) WITH ORDINALITY o (id, position) WHERE q.id = o.id`,
);
// Finished attempts have an answer to each of their questions; of those that run the paper tells.
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

export type QuestionChanges = Partial<Omit<QuizQuestion, 'id' | 'quiz_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class QuestionRepository extends BaseRepository {
  /** In their order, the retired ones last. */
  ofQuiz(quizId: string): Promise<QuizQuestion[]> {
    return this.rows<QuizQuestion>(OF_QUIZ, quizId);
  }

  async byIds(ids: string[]): Promise<Map<string, QuizQuestion>> {
    const rows = await this.rows<QuizQuestion>(BY_IDS, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async find(id: string): Promise<QuizQuestion | undefined> {
    return (await this.byIds([id])).get(id);
  }

  async nextPosition(quizId: string): Promise<number> {
    return (await this.one<{ next: number }>(PLACES, quizId))?.next ?? 0;
  }

  /** In their order. */
  async insert(rows: (QuestionChanges & Pick<QuizQuestion, 'quiz_id'>)[]): Promise<QuizQuestion[]> {
    const { identifiers } = await this.table(QuizQuestion).insert(rows);
    const ids = identifiers.map(({ id }) => id as string);
    const made = await this.byIds(ids);
    return ids.map((id) => made.get(id) as QuizQuestion);
  }

  async update(id: string, changes: QuestionChanges): Promise<QuizQuestion> {
    await this.table(QuizQuestion).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as QuizQuestion;
  }

  async delete(id: string): Promise<void> {
    await this.table(QuizQuestion).delete({ id });
  }

  /** The quiz says how many it has. */
  async counted(quizId: string): Promise<void> {
    await this.count(COUNT, quizId);
  }

  async reorder(ids: string[]): Promise<void> {
    await this.count(REORDER, ids);
  }

  /** Whether any attempt has it on its paper. */
  async isUsed({ id, quiz_id }: Pick<QuizQuestion, 'id' | 'quiz_id'>): Promise<boolean> {
    return (await this.rows(USED, id, quiz_id)).length > 0;
  }

  /** How many finished attempts have it, previews apart. */
  async attempts(id: string): Promise<number> {
    return (await this.one<{ n: number }>(FINISHED, id))?.n ?? 0;
  }
}
