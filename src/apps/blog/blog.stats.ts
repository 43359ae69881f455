import { IsInt, IsString } from 'class-validator';
import { ListOf, Uuid } from '../../platform/http/fields.js';
import { EventTableDeclaration } from '../../web-events/days/event-tables.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { BlogRepository } from './blogs/blog.repository.js';
import { ValueFigures } from './views/post-stats.views.js';
import { VIEWS } from './views/post-views.js';
import { ViewFiguresRepository } from './views/view-figures.repository.js';

class TopPostView {
  @Uuid() post_id!: string;
  @IsString() title!: string;
  @IsInt() views!: number;
}

class BlogFigures {
  /** Now. */
  @IsInt() posts_published!: number;
  @IsInt() posts_published_in_range!: number;
  @IsInt() drafts!: number;
  @IsInt() scheduled!: number;
  @IsInt() views!: number;
  @IsInt() visitors!: number;
  @IsInt() words_published!: number;
  @ListOf(() => TopPostView) top_posts!: TopPostView[];
  @ListOf(() => ValueFigures) top_referrers!: ValueFigures[];
}

@AppProvider()
export class BlogStats extends AppStats {
  readonly shape = BlogFigures;

  constructor(
    private readonly blogs: BlogRepository,
    private readonly figures: ViewFiguresRepository,
  ) {
    super();
  }

  async of(userId: string, days: Days): Promise<BlogFigures> {
    const blog = await this.blogs.findOne({ owner_id: userId }, { select: ['id'] });
    const [counts, views] = await Promise.all([
      this.figures.countPosts(userId, days),
      blog ? this.figures.ofBlog(blog.id, days) : { views: 0, visitors: 0, top_posts: [], top_referrers: [] },
    ]);
    return { ...counts, ...views };
  }
}

/** The views, which the roll-up job counts by day. */
@AppProvider()
export class BlogViews extends EventTableDeclaration {
  readonly events = VIEWS;
}
