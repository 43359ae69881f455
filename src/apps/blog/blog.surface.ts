import { builtFile } from '@community-platform/pages';
import { headerOf } from '../../web-events/visits/visit.js';
import { AppProvider } from '../kernel/app-provider.js';
import { assetAnswer, NO_STORE, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { sharedRoute } from '../kernel/pages/shared-route.js';
import { BlogAddressesService } from './blogs/blog-addresses.service.js';
import { BlogHandlesRepository } from './blogs/blog-handles.repository.js';
import { BlogRepository, type ServedBlog } from './blogs/blog.repository.js';
import { BlogFeedsService } from './pages/blog-feeds.service.js';
import { BlogPagesService, movedAnswer } from './pages/blog-pages.service.js';
import { blockedPage, missingPage, type Reading } from './pages/served-blog.js';
import { ViewCounterService } from './views/view-counter.service.js';

const SCRIPT = assetAnswer('text/javascript', builtFile('blog/view.js'), 'public, max-age=3600');
const NOTHING: PublicAnswer = { status: 204, headers: { 'Cache-Control': NO_STORE } };

const encodedPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The pages and feeds of blogs: below their handles on the platform's host, and on the domains of their owners. */
@AppProvider()
export class BlogSurface extends PublicSurface {
  protected readonly routes = {
    'view.js': () => SCRIPT,
    'view/*id': (request: PublicRequest, { id = '' }: Record<string, string>) => this.count(request, id),
    '*path': sharedRoute((request) => this.open(request), 'sec-gpc', 'if-none-match', 'if-modified-since'),
  };

  constructor(
    private readonly blogs: BlogRepository,
    private readonly handles: BlogHandlesRepository,
    private readonly addresses: BlogAddressesService,
    private readonly pages: BlogPagesService,
    private readonly feeds: BlogFeedsService,
    private readonly views: ViewCounterService,
  ) {
    super();
  }

  private async count(request: PublicRequest, postId: string): Promise<PublicAnswer> {
    await this.views.count(request, postId);
    return NOTHING;
  }

  private async open(request: PublicRequest): Promise<PublicAnswer | undefined> {
    const { domain, path, query, visitor } = request;
    // On a domain the handle is not part of the path.
    const [, handle = '', rest = ''] = domain ? [path, '', path] : (/^([^/]*)\/?(.*)$/s.exec(path) ?? []);
    const blog = domain?.target_id ? await this.blogs.servedById(domain.target_id) : await this.find(handle);
    const place = this.addresses.placeOf({ handle: blog?.handle ?? handle }, domain !== undefined);
    if (!blog) return missingPage(place.apps, domain);
    if (blog.blocked_at || !blog.owner_is_active) return blockedPage(place.apps);
    if (!domain && blog.handle !== handle.toLowerCase())
      return movedAnswer(place.home + (rest && `/${encodedPath(rest)}`) + (query && `?${query}`));
    const home = await this.addresses.homeOf(blog);
    const reading: Reading = { blog, place, home, domain, query: new URLSearchParams(query), visitor };
    return (await this.read(reading, rest)) ?? missingPage(place.apps, domain);
  }

  /** The blog that has the handle, or had it until a while ago. */
  private async find(handle: string): Promise<ServedBlog | undefined> {
    const name = handle.toLowerCase();
    const blog = await this.blogs.served(name);
    if (blog) return blog;
    const movedTo = await this.handles.movedTo(name);
    return movedTo === undefined ? undefined : this.blogs.servedById(movedTo);
  }

  private async read(reading: Reading, path: string): Promise<PublicAnswer | undefined> {
    switch (path) {
      case '':
        return this.pages.list(reading);
      case 'rss.xml': {
        const hasTag = headerOf(reading.visitor, 'if-none-match') !== undefined;
        return this.feeds.rss(reading, hasTag ? undefined : headerOf(reading.visitor, 'if-modified-since'));
      }
      case 'sitemap.xml':
        return this.feeds.sitemap(reading);
      case 'robots.txt':
        return this.feeds.robots(reading);
      case 'posts.json':
        return this.feeds.list(reading);
    }
    const [, folder, name = ''] = /^(tag|preview)\/(.+)$/s.exec(path) ?? [];
    if (folder === 'tag') return this.pages.list(reading, name);
    if (folder === 'preview') return this.pages.preview(reading, name);
    const slug = path.replace(/\/$/, '');
    return slug.endsWith('.json') ? this.feeds.one(reading, slug.slice(0, -5)) : this.pages.post(reading, slug);
  }
}
