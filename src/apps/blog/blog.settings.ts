import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars } from '../../platform/http/fields.js';
import { VISIBILITIES, type Visibility } from './posts/post.entity.js';

export class BlogSettings {
  /** Of new posts. */
  @IsIn(VISIBILITIES) default_visibility: Visibility = 'public';
  /** Of new posts. */
  @IsArray() @ArrayMaxSize(10) @Chars(1, 40, { each: true }) default_tags: string[] = [];
  /** Whole posts in the feed; false: excerpts. */
  @IsBoolean() feed_full_text = true;
  /** On the index and on pages of tags. */
  @IsInt() @Min(5) @Max(50) posts_per_page = 10;
  /** The name and the picture of the owner on posts. */
  @IsBoolean() show_author = true;
}
