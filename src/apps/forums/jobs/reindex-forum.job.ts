import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { type Position, PostRepository } from '../posts/post.repository.js';

const BATCH = 500;

/** After a change of a forum's language, the words of all its posts. */
@AppProvider()
export class ReindexForum extends Job<{ forum_id: string }> {
  readonly name = 'forums.reindex-forum';

  constructor(
    private readonly posts: PostRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ forum_id }: { forum_id: string }): Promise<void> {
    const next = (after?: Position) => this.database.transaction(() => this.posts.reindexBatch(forum_id, after, BATCH));
    for (let last = await next(); last; last = await next(last));
  }
}
