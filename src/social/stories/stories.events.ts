import { IsInt } from 'class-validator';
import { Time, Uuid } from '../../platform/http/input/fields.js';
import { hint } from '../../realtime/event-type.js';

export class StoryHint {
  @Uuid() story_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

export class StoryViewed {
  @Uuid() story_id!: string;
  @IsInt() views_count!: number;
}

export const STORY_CREATED = hint('story.created', StoryHint);
export const STORY_DELETED = hint('story.deleted', StoryHint);
export const STORY_VIEWED = hint('story.viewed', StoryViewed);
