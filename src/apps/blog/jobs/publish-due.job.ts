import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PostRepository } from '../posts/post.repository.js';

const BATCH = 200;

/**
 * Makes scheduled posts public: each minute, and by a job of its own at the moment of each post. The row decides, so a job
 * of a post that was scheduled anew finds nothing to do.
 */
@AppProvider()
export class PublishDueJob extends BatchJob {
  readonly name = 'blog.publish-due';
  override readonly every = '* * * * *';

  constructor(private readonly posts: PostRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.posts.publishDue(BATCH)) === BATCH;
  }
}
