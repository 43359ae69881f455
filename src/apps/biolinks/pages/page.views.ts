import { IsInt, IsString } from 'class-validator';
import { Nested } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { BioPage } from '../entities/page.entity.js';
import { ThemeOptionsFields } from './theme.inputs.js';

export class PageView extends viewOf(BioPage) {
  @Nested(() => ThemeOptionsFields) declare theme_options: ThemeOptionsFields;
  /** The public address. */
  @IsString() url!: string;
}

export class ListedPage extends PageView {
  @IsInt() block_count!: number;
  /** Of the last 30 days, like the clicks. */
  @IsInt() views!: number;
  @IsInt() clicks!: number;
}

/** What everybody may know of a published page. */
export class PublicPageView extends viewOf(BioPage, {
  only: ['id', 'handle', 'title', 'bio', 'avatar_url', 'theme', 'noindex', 'is_sensitive', 'published_at', 'version'],
}) {
  @Nested(() => ThemeOptionsFields) theme_options!: ThemeOptionsFields;
  @IsString() url!: string;
}
