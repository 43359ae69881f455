import type { Blog } from './blog.entity.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Handles, handleStatements } from '../../kernel/handles/handles.js';

const RESERVED =
  'about account admin administrator api app assets auth billing blog blogs docs feed help home index login logout mail me ' +
  'new null page platform post posts preview public robots root rss search security settings sign-in sign-up signup sitemap ' +
  'staff static status support system tag tags terms undefined user users view www';

@AppProvider()
export class BlogHandlesRepository extends Handles {
  protected readonly handleStatements = handleStatements('ext_blog', {
    things: 'blogs',
    former: 'blog_handles',
    of: 'blog_id',
  });
  protected readonly rules = {
    form: /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/,
    longest: 40,
    reserved: new Set(RESERVED.split(' ')),
  };

  /**
   * After the blog has the handle. A blog that gave the handle up meanwhile still keeps it, and only a statement that begins
   * after that can see it.
   */
  async took({ id, handle }: Pick<Blog, 'id' | 'handle'>, before: string | null): Promise<boolean> {
    await this.change({ id }, before, handle);
    return !(await this.taken([handle], { id })).size;
  }
}
