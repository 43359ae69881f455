import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Quiz } from '../entities/quiz.entity.js';

const LOCK_OWNER = sql('quizzes_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT_OPEN = sql(
  'quizzes_count_open',
  `SELECT count(*)::int AS n FROM ext_quizzes.quizzes WHERE owner_id = $1 AND status IN ('draft', 'published')`,
);
const BY_ID = sql('quizzes_by_id', 'SELECT * FROM ext_quizzes.quizzes WHERE id = $1');
const LOCK = sql('quizzes_lock', 'SELECT * FROM ext_quizzes.quizzes WHERE id = $1 FOR NO KEY UPDATE');
// Many may begin at once, and none of them while the quiz is changed.
const HOLD = sql('quizzes_hold', 'SELECT * FROM ext_quizzes.quizzes WHERE id = $1 FOR SHARE');
const DESCRIBED = sql(
  'quizzes_described',
  'SELECT id, owner_id, title FROM ext_quizzes.quizzes WHERE id = ANY ($1::uuid[])',
);

export type QuizChanges = Partial<Omit<Quiz, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class QuizRepository extends BaseRepository {
  /** Serialises the creations of one teacher, so that the limit holds. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  async countOpen(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT_OPEN, ownerId))?.n ?? 0;
  }

  find(id: string): Promise<Quiz | undefined> {
    return this.one<Quiz>(BY_ID, id);
  }

  lock(id: string): Promise<Quiz | undefined> {
    return this.one<Quiz>(LOCK, id);
  }

  /** As it is until the transaction ends. */
  hold(id: string): Promise<Quiz | undefined> {
    return this.one<Quiz>(HOLD, id);
  }

  async insert(ownerId: string, values: QuizChanges): Promise<Quiz> {
    const { identifiers } = await this.table(Quiz).insert({ ...values, owner_id: ownerId });
    return (await this.find((identifiers[0] as { id: string }).id)) as Quiz;
  }

  async update(id: string, changes: QuizChanges): Promise<Quiz> {
    await this.table(Quiz).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as Quiz;
  }

  described(ids: string[]): Promise<Pick<Quiz, 'id' | 'owner_id' | 'title'>[]> {
    return this.rows(DESCRIBED, ids);
  }
}
