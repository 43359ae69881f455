import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf, rowsOf } from '../platform/exports/export-node.js';
import { BLOCKS_FOR_EXPORT } from './blocks/block.repository.js';
import { BOOKMARKS_FOR_EXPORT } from './bookmarks/bookmark.repository.js';
import { COMMENTS_FOR_EXPORT } from './comments/comment.repository.js';
import { FOLLOWS_FOR_EXPORT } from './follows/follow.repository.js';
import { POLL_VOTES_FOR_EXPORT } from './polls/poll.repository.js';
import { POSTS_FOR_EXPORT } from './posts/post.repository.js';
import { REACTIONS_FOR_EXPORT } from './reactions/reaction.repository.js';
import { STORIES_FOR_EXPORT } from './stories/story.repository.js';

@Injectable()
export class SocialExport extends ExportSection {
  readonly section = 'social';

  content(userId: string): ExportNode {
    return fieldsOf({
      posts: rowsOf(POSTS_FOR_EXPORT, [userId]),
      comments: rowsOf(COMMENTS_FOR_EXPORT, [userId]),
      reactions: rowsOf(REACTIONS_FOR_EXPORT, [userId]),
    });
  }
}

@Injectable()
export class PeopleExport extends ExportSection {
  readonly section = 'people';

  content(userId: string): ExportNode {
    return fieldsOf({
      following: rowsOf(FOLLOWS_FOR_EXPORT, [userId]),
      blocks: rowsOf(BLOCKS_FOR_EXPORT, [userId]),
      bookmarks: rowsOf(BOOKMARKS_FOR_EXPORT, [userId]),
      stories: rowsOf(STORIES_FOR_EXPORT, [userId], { column: 'story' }),
      votes: rowsOf(POLL_VOTES_FOR_EXPORT, [userId]),
    });
  }
}
