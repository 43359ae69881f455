import { Injectable } from '@nestjs/common';
import { Reportable } from '../../moderation/reports/reportable.port.js';
import { PostRepository } from './post.repository.js';

@Injectable()
export class ReportablePost extends Reportable {
  readonly type = 'post';

  constructor(private readonly posts: PostRepository) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.posts.seen(id, callerId, false))?.user_id;
  }

  flag(id: string): Promise<void> {
    return this.posts.setFlagged(id, true);
  }

  restore(id: string): Promise<void> {
    return this.posts.setFlagged(id, false);
  }
}
