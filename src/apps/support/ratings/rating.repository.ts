import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Rating } from '../entities/ticket.entity.js';

const SET = sql(
  'support_rating_set',
  `INSERT INTO ext_support.ratings AS r (owner_id, ticket_id, desk_owner_id, agent_id, score, comment)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (ticket_id) DO UPDATE SET score = excluded.score, comment = excluded.comment, updated_at = now()
   RETURNING *`,
);

type Given = Pick<Rating, 'owner_id' | 'ticket_id' | 'desk_owner_id' | 'agent_id' | 'score' | 'comment'>;

@AppProvider()
export class RatingRepository extends EntityRepository<Rating> {
  protected readonly entity = Rating;

  set({ owner_id, ticket_id, desk_owner_id, agent_id, score, comment }: Given): Promise<Rating> {
    return this.onlyOne<Rating>(SET, owner_id, ticket_id, desk_owner_id, agent_id, score, comment);
  }
}
