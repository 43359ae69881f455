import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Mark } from '../entities/item.entity.js';

const STAR = sql(
  'documents_star',
  `INSERT INTO ext_documents.marks AS m (user_id, item_id, starred) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, item_id) DO UPDATE SET starred = excluded.starred, updated_at = now()`,
);
const OPENED = sql(
  'documents_opened',
  `INSERT INTO ext_documents.marks AS m (user_id, item_id, last_opened_at) VALUES ($1, $2, now())
   ON CONFLICT (user_id, item_id) DO UPDATE SET last_opened_at = now()`,
);

@AppProvider()
export class MarkRepository extends EntityRepository<Mark> {
  protected readonly entity = Mark;

  async star(userId: string, itemId: string, starred: boolean): Promise<void> {
    await this.count(STAR, userId, itemId, starred);
  }

  async opened(userId: string, itemId: string): Promise<void> {
    await this.count(OPENED, userId, itemId);
  }
}
