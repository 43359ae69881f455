import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowersThere } from '../follows/followers-there.js';
import { STORY_DELETED } from '../social.events.js';
import { StoryNews } from './story-news.js';
import { StoryRepository } from './story.repository.js';

/** His stories go with him, and he is none any more of those who have seen others'. */
@Injectable()
export class ForgetStories extends Farewell {
  constructor(
    private readonly stories: StoryRepository,
    private readonly followers: FollowersThere,
    private readonly news: StoryNews,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.news.unseen(await this.stories.seenBy(userId));
    const stories = await this.stories.runningOf(userId);
    if (!stories.length) return;
    const there = await this.followers.there(userId);
    for (const story_id of stories) {
      this.realtime.hint(STORY_DELETED, there, { story_id, user_id: userId, at: new Date() }, userId);
    }
  }
}
