import { ArrayMaxSize, IsArray, IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, ListOf, Nested, Optional, Time, Uuid, WebAddress } from '../../platform/http/fields.js';
import { AuthorView } from '../common/person.js';

const FRAMES = 20;
const LONGEST_SECONDS = 60;

export class FrameInput {
  @WebAddress() media_url!: string;
  /** For example image or video. */
  @Chars(1, 50) media_type!: string;
  /** Seconds; the default is 5. */
  @Optional() @IsInt() @Min(1) @Max(LONGEST_SECONDS) duration?: number;
}

export class CreateStoryInput {
  @Optional()
  @IsArray()
  @ArrayMaxSize(FRAMES)
  @IsObject({ each: true })
  @ListOf(() => FrameInput)
  frames?: FrameInput[];
}

export class StoryFrameView {
  @Uuid() id!: string;
  @IsString() media_url!: string;
  @IsString() media_type!: string;
  @IsInt() duration!: number;
}

export class SingleStory {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @Time() created_at!: Date;
  @Time() expires_at!: Date;
  @ListOf(() => StoryFrameView) story_frames!: StoryFrameView[];
  /** Only in answers to the owner. */
  @Optional() @IsInt() views_count?: number;
}

export class ListedStory extends SingleStory {
  @Nested(() => AuthorView) author!: AuthorView;
}

export class StoryAnswer extends answerWith('story', () => SingleStory) {}

export class StoriesAnswer {
  @ListOf(() => ListedStory) stories!: ListedStory[];
}

export class StoryViewView {
  @Nested(() => AuthorView) user!: AuthorView;
  @Time() viewed_at!: Date;
}

export class StoryViewsAnswer extends pageOf('views', () => StoryViewView) {}
