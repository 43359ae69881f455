import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { Reportable, type Reported } from '../../moderation/reports/reportable.js';
import { type Asked, type Readable, StreamPolicy } from '../../realtime/extension-points.js';
import type { Post } from './post.entity.js';
import { PostRepository } from './post.repository.js';
import { PostFlagChanged } from './posts.events.js';

/** Everybody who can read a post may subscribe to its stream. */
@Injectable()
export class PostStreamExtension extends StreamPolicy {
  readonly kind = 'post';

  constructor(private readonly posts: PostRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    return (await this.posts.areReadable(asked)).map((readable) => (readable ? 'yes' : 'no'));
  }
}

@Injectable()
export class PostReportExtension extends Reportable {
  readonly type = 'post';

  constructor(
    private readonly posts: PostRepository,
    private readonly events: EventsService,
  ) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.posts.findVisible(id, callerId, false))?.user_id;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.posts.findReported(id)) ?? null;
  }

  flag(id: string): Promise<void> {
    return this.change(id, 'flagged', 'published');
  }

  restore(id: string): Promise<void> {
    return this.change(id, 'published', 'flagged');
  }

  private async change(id: string, status: Post['status'], status_before: Post['status']): Promise<void> {
    const post = await this.posts.updateOne({ id, status: status_before }, { status });
    if (!post) return;
    const json = await this.posts.publicJson(id);
    this.events.announce(PostFlagChanged, { id, user_id: post.user_id, status, status_before, json }, null);
  }
}
