import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { PostNews } from './post-news.js';
import { PostReviewRepository } from './post-review.repository.js';
import { PostRepository } from './post.repository.js';

/** Staff takes a post away from others, or gives it back to them. */
@Injectable()
export class ReviewPost {
  constructor(
    private readonly posts: PostRepository,
    private readonly review: PostReviewRepository,
    private readonly database: Database,
    private readonly news: PostNews,
  ) {}

  /** Answers what it is from then on, as JSON. */
  run(id: string, status: 'published' | 'flagged', adminId: string): Promise<string> {
    return this.database.transaction(async () => {
      const before = isUuid(id) ? await this.posts.lock(id) : undefined;
      if (!before) throw notFound('Post');
      if (before.status === 'draft') throw new Refusal(409, 'Post is a draft');
      if (await this.posts.setFlagged(id, status === 'flagged')) {
        await this.news.reviewed(before, status, adminId);
      }
      return this.review.reviewed(id);
    });
  }
}
