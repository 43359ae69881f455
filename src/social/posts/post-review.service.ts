import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { PostEventsService } from './post-events.service.js';
import { PostReviewRepository } from './post-review.repository.js';
import { PostRepository, type PostRow } from './post.repository.js';

/** Staff hides posts from others and restores them. */
@Injectable()
export class PostReviewService {
  constructor(
    private readonly posts: PostRepository,
    private readonly reviews: PostReviewRepository,
    private readonly database: DatabaseService,
    private readonly postEvents: PostEventsService,
  ) {}

  async list(status: PostRow['status'] | undefined, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.reviews.page(status, page));
  }

  review(id: string, status: 'published' | 'flagged', adminId: string): Promise<RawJson> {
    return this.database.transaction(async () => {
      const before = isUuid(id) ? await this.posts.lock(id) : undefined;
      if (!before) throw notFound('Post');
      if (before.status === 'draft') throw new Refusal(409, 'Post is a draft');
      if (await this.posts.setFlagged(id, status === 'flagged')) {
        await this.postEvents.announceReviewed(before, status, adminId);
      }
      return new RawJson(`{"post":${await this.reviews.reviewedJson(id)}}`);
    });
  }
}
