import type { BlogService as Exported } from '../contracts/blog.js';
import type { DescribedTarget } from '../contracts/described-target.js';
import { AppProvider } from '../kernel/app-provider.js';
import { BlogAddressesService } from './blogs/blog-addresses.service.js';
import { BlogRepository } from './blogs/blog.repository.js';

/** The contract with other apps. */
@AppProvider()
export class BlogService implements Exported {
  constructor(
    private readonly blogs: BlogRepository,
    private readonly addresses: BlogAddressesService,
  ) {}

  async describe(blogId: string): Promise<DescribedTarget | null> {
    const blog = await this.blogs.findOne({ id: blogId });
    return blog ? { owner_id: blog.owner_id, label: blog.title, url: await this.addresses.homeOf(blog) } : null;
  }
}
