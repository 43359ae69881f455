import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { CommentRepository } from '../comments/comment.repository.js';
import { ReactionRepository } from '../reactions/reaction.repository.js';
import { PostRepository } from './post.repository.js';

@Injectable()
export class SocialSection extends ExportSection {
  readonly section = 'social';

  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly reactions: ReactionRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    return {
      posts: await this.posts.forExport(userId),
      comments: await this.comments.forExport(userId),
      reactions: await this.reactions.forExport(userId),
    };
  }
}
