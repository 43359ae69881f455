import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import type { Post } from './post.entity.js';
import { PostRepository } from './post.repository.js';
import { PostReviewed } from './posts.events.js';

export const postIsDraft = refusal(409, 'Post is a draft');

/** Staff hides posts from others and restores them. */
@Injectable()
export class PostReviewService {
  constructor(
    private readonly posts: PostRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async list(status: Post['status'] | undefined, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.posts.reviewPage(status, page));
  }

  review(id: string, status: 'published' | 'flagged', adminId: string): Promise<RawJson> {
    return this.database.transaction(async () => {
      const before = await this.posts.lock(id);
      if (!before) throw notFound('Post');
      if (before.status === 'draft') throw postIsDraft();
      if (before.status !== status) {
        await this.posts.update({ id }, { status });
        const json = await this.posts.publicJson(id);
        this.events.announce(PostReviewed, { ...before, status, status_before: before.status, json }, adminId);
      }
      const post = await this.posts.findOne({ id }, { select: ['id', 'title', 'status', 'updated_at'] });
      return new RawJson(JSON.stringify({ post }));
    });
  }
}
