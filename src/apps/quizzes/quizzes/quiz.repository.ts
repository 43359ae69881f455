import { In, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Quiz } from '../entities/quiz.entity.js';

const MOST = 500;
const LOCK_OWNER = sql('quizzes_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');

export type QuizChanges = Partial<Omit<Quiz, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class QuizRepository extends EntityRepository<Quiz> {
  protected readonly entity = Quiz;

  /** Refuses one quiz too many. The lock on the owner makes the limit hold for parallel requests. */
  async reserve(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
    const open = await this.countWhere({ owner_id: ownerId, status: Not('archived') });
    if (open >= MOST) throw new Refusal(409, 'Quiz limit reached');
  }

  /** With a shared lock: many attempts may begin at once, and none while the quiz is changed. */
  lockShared(id: string): Promise<Quiz | undefined> {
    return this.findOne({ id }, { lock: 'share' });
  }

  async change(id: string, changes: QuizChanges): Promise<Quiz> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Quiz;
  }

  describe(ids: string[]): Promise<Pick<Quiz, 'id' | 'owner_id' | 'title'>[]> {
    return this.find({ id: In(ids) }, { select: ['id', 'owner_id', 'title'] });
  }
}
