import { AppProvider } from '../../kernel/app-provider.js';
import { RENDERER_VERSION } from '../../kernel/pages/article.js';
import { ArticlesService } from '../../kernel/pages/articles.service.js';
import { BlogRepository } from '../blogs/blog.repository.js';
import type { Post } from './post.entity.js';

export type Drawn = Pick<
  Post,
  'body_markdown' | 'body_html' | 'renderer_version' | 'summary' | 'word_count' | 'reading_minutes'
>;

export const LONGEST_SUMMARY = 200;
const WORDS_A_MINUTE = 220;

/** The columns that follow from the text of a post. Never in a transaction: drawing takes a while. */
@AppProvider()
export class PostDraftsService {
  constructor(
    private readonly articles: ArticlesService,
    private readonly blogs: BlogRepository,
  ) {}

  async drawn(body_markdown: string, ownerId: string): Promise<Drawn> {
    const follow = await this.blogs.isVerified(ownerId);
    const { html, text, words } = await this.articles.render(body_markdown, { follow });
    return {
      body_markdown,
      body_html: html,
      renderer_version: RENDERER_VERSION,
      summary: Array.from(text.slice(0, 2 * LONGEST_SUMMARY))
        .slice(0, LONGEST_SUMMARY)
        .join('')
        .trim(),
      word_count: words,
      reading_minutes: Math.ceil(words / WORDS_A_MINUTE),
    };
  }
}
