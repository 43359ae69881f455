import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../platform/exports/export-node.js';
import { BlocksService } from './blocks/blocks.service.js';
import { BookmarksService } from './bookmarks/bookmarks.service.js';
import { CommentsService } from './comments/comments.service.js';
import { FollowsService } from './follows/follows.service.js';
import { PollsService } from './polls/polls.service.js';
import { PostsService } from './posts/posts.service.js';
import { ReactionsService } from './reactions/reactions.service.js';
import { StoriesService } from './stories/stories.service.js';

@Injectable()
export class SocialExport extends ExportSection {
  readonly section = 'social';

  constructor(
    private readonly posts: PostsService,
    private readonly comments: CommentsService,
    private readonly reactions: ReactionsService,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      posts: this.posts.listForExport(userId),
      comments: this.comments.listForExport(userId),
      reactions: this.reactions.listForExport(userId),
    });
  }
}

@Injectable()
export class PeopleExport extends ExportSection {
  readonly section = 'people';

  constructor(
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly bookmarks: BookmarksService,
    private readonly stories: StoriesService,
    private readonly polls: PollsService,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      following: this.follows.listForExport(userId),
      blocks: this.blocks.listForExport(userId),
      bookmarks: this.bookmarks.listForExport(userId),
      stories: this.stories.listForExport(userId),
      votes: this.polls.listVotesForExport(userId),
    });
  }
}
