import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { CommentNews } from './comment-news.js';
import { CommentRepository } from './comment.repository.js';

/** His comments go with him: whoever looks at a post of somebody else sees them go. */
@Injectable()
export class ForgetComments extends Farewell {
  constructor(
    private readonly comments: CommentRepository,
    private readonly news: CommentNews,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.news.gone(await this.comments.belowOthers(userId), userId);
  }
}
