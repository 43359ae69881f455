import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { present } from '../../kernel/rows/view.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import { BlogRepository } from '../blogs/blog.repository.js';
import { BlogView } from '../blogs/blog.views.js';
import { POST_STATUSES } from '../posts/post.entity.js';
import { PostListRepository, type PostSort } from '../posts/post-list.repository.js';
import { ListedPost } from '../posts/post.views.js';

class Input extends Page {
  @Optional() @IsIn(POST_STATUSES) status?: string;
  @Optional() @Chars(1, 40) tag?: string;
  /** Part of a title or of a tag. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @IsIn(['updated', 'published']) sort?: PostSort;
}

class Result extends pageOf('posts', () => ListedPost) {
  /** Null before the first `save-blog`. */
  @Nullable() @Nested(() => BlogView) blog!: BlogView | null;
}

@Action('list-posts', {
  access: 'authenticated',
  description:
    'The blog of the caller and its posts, without their texts; those in the trash only if they are asked for.',
  input: Input,
  result: Result,
})
export class ListPosts {
  constructor(
    private readonly blogs: BlogRepository,
    private readonly posts: PostListRepository,
    private readonly addresses: BlogAddressesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { cursor, limit, sort = 'updated', ...filters } = input;
    const blog = await this.blogs.findOne({ owner_id: caller.id });
    if (!blog) return { blog: null, posts: [], next_cursor: null };
    const url = await this.addresses.homeOf(blog);
    const { rows, next_cursor } = await this.posts.own(blog.id, filters, sort, pageQuery({ cursor, limit }));
    const posts = rows.map((row) => ({
      ...present(ListedPost, row),
      url: `${url}/${row.slug}`,
      views: row.views,
      has_pending: row.has_pending,
    }));
    return { blog: { ...present(BlogView, blog), url }, posts, next_cursor };
  }
}
