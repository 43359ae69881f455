import { Injectable } from '@nestjs/common';
import { Reportable, type Reported } from '../../moderation/reports/reportable.port.js';
import { PostNews } from './post-news.js';
import { PostRepository } from './post.repository.js';

@Injectable()
export class ReportablePost extends Reportable {
  readonly type = 'post';

  constructor(
    private readonly posts: PostRepository,
    private readonly news: PostNews,
  ) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.posts.seen(id, callerId, false))?.user_id;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.posts.reported(id)) ?? null;
  }

  async flag(id: string): Promise<void> {
    const user_id = await this.posts.setFlagged(id, true);
    if (user_id) await this.news.updated({ id, user_id, status: 'flagged' }, 'published', null);
  }

  async restore(id: string): Promise<void> {
    const user_id = await this.posts.setFlagged(id, false);
    if (user_id) await this.news.updated({ id, user_id, status: 'published' }, 'flagged', null);
  }
}
