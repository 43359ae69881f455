import { IsInt } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { Time, Uuid } from '../../platform/http/fields.js';
import { hint, type Stream } from '../../realtime/event-type.js';
import { sendHint } from '../../realtime/realtime.effects.js';
import { hintFollowers } from '../follows/online-followers.service.js';
import type { Story } from './story.entity.js';

class StoryData {
  @Uuid() story_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

class StoryViewedData {
  @Uuid() story_id!: string;
  @IsInt() views_count!: number;
}

const STORY_CREATED = hint('story.created', StoryData);
const STORY_DELETED = hint('story.deleted', StoryData);
export const STORY_VIEWED = hint('story.viewed', StoryViewedData);

type StoryOfUser = Pick<Story, 'id' | 'user_id'>;

const dataOf = ({ id, user_id }: StoryOfUser): StoryData => ({ story_id: id, user_id, at: new Date() });

export const StoryCreated = defineEvent<StoryOfUser>('story.created', {
  data: ({ id }) => ({ story_id: id }),
  effects: (story) => [hintFollowers(STORY_CREATED, story.user_id, dataOf(story))],
});

export const StoryDeleted = defineEvent<StoryOfUser & { staff: boolean }>('story.deleted', {
  data: ({ id, user_id }) => ({ story_id: id, user_id }),
  staff: ({ staff }) => staff,
  effects: (story) => [hintFollowers(STORY_DELETED, story.user_id, dataOf(story))],
});

/** After the COMMIT nobody follows the deleted account, so `streams` are those of its followers before it. */
export const StoriesDeletedWithAccount = defineEvent<{ stories: StoryOfUser[]; streams: Stream[] }>('story.deleted', {
  effects: ({ stories, streams }) => stories.map((story) => sendHint(STORY_DELETED, streams, dataOf(story))),
});

export const StoryViewed = defineEvent<{ story_id: string }>('story.viewed', { data: (fact) => fact });
