import { IsString, Matches } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Chars, ListOf, Nullable, Optional, Required, Uuid, Words } from '../../platform/http/fields.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const IS_SLUG = { message: 'slug must be of the characters a-z and 0-9, with single hyphens between them' };

export class NewCategoryInput {
  @Required('Name is required') @Words(100) name!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
  /** Derived from the name by default; a number is appended if the slug is taken. */
  @Optional() @Chars(1, 100) @Matches(SLUG, IS_SLUG) slug?: string;
}

export class CategoryInput {
  @Optional() @Words(100) name?: string;
  /** Null moves the category to the top. */
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
  @Optional() @Chars(1, 100) @Matches(SLUG, IS_SLUG) slug?: string;
}

class CategoryView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @Nullable() @Uuid() parent_id!: string | null;
  @IsString() slug!: string;
}

export class CategoryAnswer extends answerWith('category', () => CategoryView) {}

export class CategoriesAnswer {
  @ListOf(() => CategoryView) categories!: CategoryView[];
}
