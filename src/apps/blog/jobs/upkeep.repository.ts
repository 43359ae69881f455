import { LessThan } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Drawn } from '../posts/post-drafts.service.js';
import { Post } from '../posts/post.entity.js';

const EMPTY_TRASH = sql(
  'blog_empty_trash',
  `DELETE FROM ext_blog.posts WHERE id IN (
     SELECT id FROM ext_blog.posts WHERE status = 'trashed' AND trashed_at < now() - interval '30 days'
     ORDER BY trashed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);

@AppProvider()
export class UpkeepRepository extends EntityRepository<Post> {
  protected readonly entity = Post;

  /** How many posts went. */
  emptyTrash(limit: number): Promise<number> {
    return this.count(EMPTY_TRASH, limit);
  }

  drawnBefore(version: number, limit: number) {
    return this.find(
      { renderer_version: LessThan(version) },
      { select: ['id', 'owner_id', 'version', 'body_markdown'], order: { renderer_version: 'ASC', id: 'ASC' }, limit },
    );
  }

  async drawAnew(id: string, version: number, drawn: Drawn): Promise<void> {
    const same = { id, version, body_markdown: drawn.body_markdown };
    await this.database.transaction(() => this.update(same, drawn));
  }
}
