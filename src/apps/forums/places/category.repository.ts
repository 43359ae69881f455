import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ForumCategory } from '../entities/forum-category.entity.js';

const OF_FORUM = sql(
  'forums_categories',
  'SELECT * FROM ext_forums.categories WHERE forum_id = $1 ORDER BY position, created_at, id',
);
const INSERT = sql(
  'forums_category_insert',
  `INSERT INTO ext_forums.categories (forum_id, name, slug, position) VALUES ($1, $2, $3, $4)
   ON CONFLICT (forum_id, slug) DO NOTHING RETURNING *`,
);

/** Of a forum that the transaction has locked: nobody else changes its categories. */
@AppProvider()
export class CategoryRepository extends BaseRepository {
  all(forumId: string): Promise<ForumCategory[]> {
    return this.rows<ForumCategory>(OF_FORUM, forumId);
  }

  /** Undefined: there is one of that name. */
  insert(forumId: string, name: string, slug: string, position: number): Promise<ForumCategory | undefined> {
    return this.one<ForumCategory>(INSERT, forumId, name, slug, position);
  }

  async update(id: string, change: Partial<ForumCategory>): Promise<ForumCategory> {
    await this.table(ForumCategory).update(id, { ...change, updated_at: new Date() });
    return this.table(ForumCategory).findOneByOrFail({ id });
  }
}
