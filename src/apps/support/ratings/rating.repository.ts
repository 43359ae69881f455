import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Rating } from '../entities/ticket.entity.js';

const OF = sql('support_rating_of', 'SELECT * FROM ext_support.ratings WHERE ticket_id = $1');
const SET = sql(
  'support_rating_set',
  `INSERT INTO ext_support.ratings AS r (owner_id, ticket_id, desk_owner_id, agent_id, score, comment)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (ticket_id) DO UPDATE SET score = excluded.score, comment = excluded.comment, updated_at = now()
   RETURNING *`,
);

type Given = Pick<Rating, 'owner_id' | 'ticket_id' | 'desk_owner_id' | 'agent_id' | 'score' | 'comment'>;

@AppProvider()
export class RatingRepository extends BaseRepository {
  of(ticketId: string): Promise<Rating | undefined> {
    return this.one<Rating>(OF, ticketId);
  }

  async set({ owner_id, ticket_id, desk_owner_id, agent_id, score, comment }: Given): Promise<Rating> {
    const values = [owner_id, ticket_id, desk_owner_id, agent_id, score, comment];
    return (await this.one<Rating>(SET, ...values)) as Rating;
  }
}
