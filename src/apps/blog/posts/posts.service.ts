import { AppProvider } from '../../kernel/app-provider.js';
import { present } from '../../kernel/rows/view.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import type { Blog } from '../blogs/blog.entity.js';
import type { Revision } from '../revisions/revision.entity.js';
import type { Post } from './post.entity.js';
import { PostRepository } from './post.repository.js';
import { slugTaken } from './post-refusals.js';
import { PendingView, PostDetails } from './post.views.js';
import { isOfTitle, slugOfTitle } from './slugs.js';

/** What several actions on posts share. */
@AppProvider()
export class PostsService {
  constructor(
    private readonly posts: PostRepository,
    private readonly addresses: BlogAddressesService,
  ) {}

  async show(post: Post, blog: Pick<Blog, 'id' | 'handle'>): Promise<PostDetails> {
    return { ...present(PostDetails, post), url: `${await this.addresses.homeOf(blog)}/${post.slug}` };
  }

  /** The slug that was asked for, or one of the title. The blog is locked, so nobody takes it meanwhile. */
  async slugOfNew(blogId: string, asked: string | undefined, title: string): Promise<string> {
    if (asked === undefined) return this.posts.freeSlug(blogId, slugOfTitle(title), null);
    if (await this.posts.isSlugUsed(blogId, asked)) throw slugTaken();
    return asked;
  }

  /** Until a post is first published its slug follows the title, unless the author has chosen one. */
  async changedSlug(post: Post, asked: string | undefined, title: string): Promise<string> {
    const follows = asked === undefined && post.published_at === null && isOfTitle(post.slug, post.title);
    if (follows && title !== post.title) return this.posts.freeSlug(post.blog_id, slugOfTitle(title), post.id);
    if (asked === undefined || asked === post.slug) return post.slug;
    if (await this.posts.isSlugUsed(post.blog_id, asked)) throw slugTaken();
    return asked;
  }

  /** What follows when a post gets another slug. */
  async slugChanged(before: Post, after: Post): Promise<void> {
    if (before.slug === after.slug) return;
    if (before.published_at !== null) await this.posts.retireSlug(before);
    if (after.status === 'published') await this.posts.freeRedirect(after.blog_id, after.slug);
  }
}

export const pendingView = (pending: Revision | null) => pending && present(PendingView, pending);
