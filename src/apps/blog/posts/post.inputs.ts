import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsNotIn, Matches } from 'class-validator';
import { Chars, HttpsAddress, Nullable, Optional, WebAddress, Written } from '../../../platform/http/fields.js';
import { type Post, VISIBILITIES, type Visibility } from './post.entity.js';
import { LONGEST_SLUG, RESERVED_SLUGS, SLUG } from './slugs.js';

/** What creating and changing a post have in common; null clears a field. */
export class PostFields {
  @Optional() @Written(0, 200) title?: string;
  @Optional()
  @Chars(1, LONGEST_SLUG)
  @Matches(SLUG, { message: '$property must be small letters, digits and single hyphens' })
  @IsNotIn(RESERVED_SLUGS, { message: '$property is reserved' })
  slug?: string;
  @Optional() @Written(0, 200_000) body_markdown?: string;
  @Optional() @Nullable() @Written(0, 500) excerpt?: string | null;
  @Optional() @Nullable() @HttpsAddress() cover_url?: string | null;
  @Optional() @Nullable() @Written(0, 300) cover_alt?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(10) @Written(1, 40, { each: true }) tags?: string[];
  @Optional() @IsIn(VISIBILITIES) visibility?: Visibility;
  @Optional() @Nullable() @WebAddress() canonical_url?: string | null;
  @Optional() @Nullable() @Written(0, 70) seo_title?: string | null;
  @Optional() @Nullable() @Written(0, 160) seo_description?: string | null;
  @Optional() @IsBoolean() noindex?: boolean;
  @Optional() @IsBoolean() is_pinned?: boolean;
}

type Plain = Partial<Omit<Pick<Post, keyof PostFields & keyof Post>, 'slug' | 'body_markdown'>>;

/** The columns of what was given, without the slug and the text. An empty text is none. */
export function plainOf(given: PostFields): Plain {
  const { title, visibility, noindex, is_pinned, canonical_url, cover_url, tags } = given;
  const { excerpt, cover_alt, seo_title, seo_description } = given;
  const texts = { excerpt, cover_alt, seo_title, seo_description };
  return {
    title,
    visibility,
    noindex,
    is_pinned,
    canonical_url,
    cover_url,
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, text === undefined ? text : text || null]),
    ),
    tags: tags && tagsOf(tags),
  };
}

export const tagsOf = (tags: string[]) => [...new Set(tags.map((tag) => tag.trim()))];
