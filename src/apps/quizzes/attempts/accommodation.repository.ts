import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { QuizAccommodation } from '../entities/quiz.entity.js';

const FIND = sql(
  'quizzes_accommodation',
  'SELECT * FROM ext_quizzes.accommodations WHERE quiz_id = $1 AND user_id = $2',
);
const IS_USER = sql('quizzes_user_is_known', 'SELECT FROM account.users WHERE id = $1');

type Changes = Partial<Omit<QuizAccommodation, 'id' | 'quiz_id' | 'user_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class AccommodationRepository extends BaseRepository {
  find(quizId: string, userId: string): Promise<QuizAccommodation | undefined> {
    return this.one<QuizAccommodation>(FIND, quizId, userId);
  }

  async isUser(id: string): Promise<boolean> {
    return (await this.rows(IS_USER, id)).length > 0;
  }

  /** Of a quiz that is locked. */
  async set(quizId: string, userId: string, changes: Changes): Promise<QuizAccommodation> {
    const known = await this.find(quizId, userId);
    const table = this.table(QuizAccommodation);
    if (known) await table.update({ id: known.id }, { ...changes, updated_at: () => 'now()' });
    else await table.insert({ ...changes, quiz_id: quizId, user_id: userId });
    return (await this.find(quizId, userId)) as QuizAccommodation;
  }

  async remove(id: string): Promise<void> {
    await this.table(QuizAccommodation).delete({ id });
  }
}
