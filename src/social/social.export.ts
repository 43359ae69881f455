import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../platform/exports/export-node.js';
import { BlockRepository } from './blocks/block.repository.js';
import { BookmarkRepository } from './bookmarks/bookmark.repository.js';
import { CommentRepository } from './comments/comment.repository.js';
import { FollowRepository } from './follows/follow.repository.js';
import { PollRepository } from './polls/poll.repository.js';
import { PostRepository } from './posts/post.repository.js';
import { ReactionRepository } from './reactions/reaction.repository.js';
import { StoryRepository } from './stories/story.repository.js';

@Injectable()
export class SocialExport extends ExportSection {
  readonly section = 'social';

  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly reactions: ReactionRepository,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      posts: this.posts.forExport(userId),
      comments: this.comments.forExport(userId),
      reactions: this.reactions.forExport(userId),
    });
  }
}

@Injectable()
export class PeopleExport extends ExportSection {
  readonly section = 'people';

  constructor(
    private readonly follows: FollowRepository,
    private readonly blocks: BlockRepository,
    private readonly bookmarks: BookmarkRepository,
    private readonly stories: StoryRepository,
    private readonly polls: PollRepository,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      following: this.follows.forExport(userId),
      blocks: this.blocks.forExport(userId),
      bookmarks: this.bookmarks.forExport(userId),
      stories: this.stories.forExport(userId),
      votes: this.polls.forExport(userId),
    });
  }
}
