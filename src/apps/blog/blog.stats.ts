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
    const counts = await this.figures.countPosts(userId, days);
    if (!blog) return { ...counts, views: 0, visitors: 0, top_posts: [], top_referrers: [] };
    const { views, visitors, posts, referrers } = await this.figures.ofBlog(blog.id, days);
    const titles = await this.figures.titlesOf(posts.map(({ value }) => value));
    return {
      ...counts,
      views,
      visitors,
      top_posts: posts.flatMap(({ value: post_id, views: seen }) => {
        const title = titles.get(post_id);
        return title === undefined ? [] : [{ post_id, title, views: seen }];
      }),
      top_referrers: referrers,
    };
  }
}

/** The views, which the roll-up job counts by day. */
@AppProvider()
export class BlogViews extends EventTableDeclaration {
  readonly events = VIEWS;
}
