import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RENDERER_VERSION } from '../../kernel/pages/article.js';
import { PostDraftsService } from '../posts/post-drafts.service.js';
import { UpkeepRepository } from './upkeep.repository.js';

const BATCH = 20;

/** Draws what was drawn by older rules. A post that is saved meanwhile is left as it was saved. */
@AppProvider()
export class RenderAnewJob extends Job {
  readonly name = 'blog.render-anew';
  override readonly every = '45 3 * * *';

  constructor(
    private readonly upkeep: UpkeepRepository,
    private readonly drafts: PostDraftsService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (;;) {
      const posts = await this.upkeep.drawnBefore(RENDERER_VERSION, BATCH);
      for (const { id, owner_id, version, body_markdown } of posts)
        await this.upkeep.drawAnew(id, version, await this.drafts.drawn(body_markdown, owner_id));
      if (posts.length < BATCH) return;
    }
  }
}
