import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { ArrayUnique, Chars, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { AuthorView, PersonView } from '../common/person.js';
import { PollInput, PollView } from '../polls/polls.dto.js';

const STATUSES = ['draft', 'published'];
export const TITLE = 300;
export const CONTENT = 50_000;
const MEDIA = 10;

export class CreatePostInput {
  @Optional() @Nullable() @Chars(0, TITLE) title?: string | null;
  @Optional() @Nullable() @Chars(0, CONTENT) content?: string | null;
  @Optional() @IsIn(STATUSES) status?: 'draft' | 'published';
  @Optional() @IsBoolean() is_sensitive?: boolean;
  @Optional() @IsBoolean() is_ai_generated?: boolean;
  @Optional() @Nullable() @Nested(() => PollInput) poll?: PollInput | null;
  /** Files that were uploaded with POST /v1/files. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MEDIA)
  @ArrayUnique()
  @Uuid({ each: true })
  media_ids?: string[];
}

export class UpdatePostInput {
  @Optional() @Nullable() @Chars(0, TITLE) title?: string | null;
  @Optional() @Nullable() @Chars(0, CONTENT) content?: string | null;
  @Optional() @IsIn(STATUSES) status?: 'draft' | 'published';
  @Optional() @IsBoolean() is_sensitive?: boolean;
}

export class MediaView {
  @Uuid() id!: string;
  @IsString() url!: string;
  /** image, video, audio or file. */
  @IsString() type!: string;
  @Nullable() @IsInt() width!: number | null;
  @Nullable() @IsInt() height!: number | null;
  @Nullable() @IsString() small_url!: string | null;
}

export class PostView {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @Nullable() @IsString() title!: string | null;
  @Nullable() @IsString() content!: string | null;
  @IsIn(['draft', 'published', 'flagged']) status!: string;
  @IsBoolean() is_sensitive!: boolean;
  @IsBoolean() is_ai_generated!: boolean;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  @Nested(() => AuthorView) author!: AuthorView;
  @ListOf(() => MediaView) media!: MediaView[];
  /** Holds at most one poll. */
  @ListOf(() => PollView) poll!: PollView[];
}

export class PostAnswer extends answerWith('post', () => PostView) {}

export class FeedPost extends PostView {
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'integer' } })
  reactions_summary!: Record<string, number>;
  @IsInt() comments_count!: number;
}

export class FeedAnswer extends pageOf('posts', () => FeedPost) {}

export class DraftsAnswer extends pageOf('posts', () => PostView) {}

export class CommentView {
  @Uuid() id!: string;
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @IsString() content!: string;
  @Nullable() @Uuid() parent_id!: string | null;
  @Time() created_at!: Date;
  @Nested(() => PersonView) author!: PersonView;
}

export class ReactionView {
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @IsString() type!: string;
}

export class SinglePost extends PostView {
  @ListOf(() => ReactionView) reactions!: ReactionView[];
  /** The first 50; GET /v1/posts/{id}/comments lists all. */
  @ListOf(() => CommentView) comments!: CommentView[];
}

export class SinglePostAnswer extends answerWith('post', () => SinglePost) {}
