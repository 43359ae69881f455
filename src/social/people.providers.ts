import { Block } from './blocks/block.entity.js';
import { BlockRepository } from './blocks/block.repository.js';
import { BlocksController } from './blocks/blocks.controller.js';
import { ChangeBlock } from './blocks/change-block.js';
import { Bookmark } from './bookmarks/bookmark.entity.js';
import { BookmarkRepository } from './bookmarks/bookmark.repository.js';
import { BookmarksController } from './bookmarks/bookmarks.controller.js';
import { KeepBookmark } from './bookmarks/keep-bookmark.js';
import { ChangeFollow } from './follows/change-follow.js';
import { Follow } from './follows/follow.entity.js';
import { FollowNotices } from './follows/follow-notices.js';
import { FollowRepository } from './follows/follow.repository.js';
import { FollowersController } from './follows/followers.controller.js';
import { FollowersThere } from './follows/followers-there.js';
import { FollowsController } from './follows/follows.controller.js';
import { PeopleSection } from './people.section.js';
import { PollVote } from './polls/poll-vote.entity.js';
import { Poll } from './polls/poll.entity.js';
import { PollNews } from './polls/poll-news.js';
import { PollRepository } from './polls/poll.repository.js';
import { PollsController } from './polls/polls.controller.js';
import { Vote } from './polls/vote.js';
import { ForgetStories } from './stories/forget-stories.js';
import { RemoveOldStories } from './stories/remove-old-stories.job.js';
import { StoriesController } from './stories/stories.controller.js';
import { StoryFrame } from './stories/story-frame.entity.js';
import { StoryView } from './stories/story-view.entity.js';
import { Story } from './stories/story.entity.js';
import { StoryNews } from './stories/story-news.js';
import { StoryRepository } from './stories/story.repository.js';
import { TellStory } from './stories/tell-story.js';

const FOLLOWS = [FollowRepository, FollowersThere, FollowNotices, ChangeFollow, BlockRepository, ChangeBlock];
const BOOKMARKS = [BookmarkRepository, KeepBookmark];
const POLLS = [PollRepository, PollNews, Vote];
const STORIES = [StoryRepository, StoryNews, TellStory, RemoveOldStories, ForgetStories];

/** What the social area has about people, beside their posts. */
export const PEOPLE_CONTROLLERS = [
  FollowsController,
  FollowersController,
  BlocksController,
  BookmarksController,
  PollsController,
  StoriesController,
];
export const PEOPLE_PROVIDERS = [...FOLLOWS, ...BOOKMARKS, ...POLLS, ...STORIES, PeopleSection];
export const PEOPLE_ENTITIES = [Follow, Block, Bookmark, Poll, PollVote, Story, StoryFrame, StoryView];
