import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { BlockRepository } from './blocks/block.repository.js';
import { BookmarkRepository } from './bookmarks/bookmark.repository.js';
import { FollowRepository } from './follows/follow.repository.js';
import { PollRepository } from './polls/poll.repository.js';
import { StoryRepository } from './stories/story.repository.js';

@Injectable()
export class PeopleSection extends ExportSection {
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

  async rows(userId: string): Promise<unknown> {
    return {
      following: await this.follows.forExport(userId),
      blocks: await this.blocks.forExport(userId),
      bookmarks: await this.bookmarks.forExport(userId),
      stories: await this.stories.forExport(userId),
      votes: await this.polls.votesForExport(userId),
    };
  }
}
