import { isUuid } from '../../../platform/database/uuid.js';
import { headerOf } from '../../../web-events/visits/visit.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { PublicRequest } from '../../kernel/pages/public-surface.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import { ReaderRepository } from '../pages/reader.repository.js';

const LONGEST_REFERRER = 2048;

/** Records that somebody reads a post. Visitors are known within one blog only. */
@AppProvider()
export class ViewCounterService {
  constructor(
    private readonly posts: ReaderRepository,
    private readonly events: WebEventsService,
    private readonly addresses: BlogAddressesService,
  ) {}

  async count({ method, query, visitor, domain }: PublicRequest, postId: string): Promise<void> {
    const blogId = isUuid(postId) ? await this.posts.blogOfViewed(postId) : undefined;
    if (blogId === undefined) return;
    // Where the reader came from is said by the page: the header of this request names the page itself.
    const referrer = (new URLSearchParams(query).get('r') ?? '').slice(0, LONGEST_REFERRER);
    const ownHosts = [domain?.host, headerOf(visitor, 'host')?.replace(/:\d+$/, ''), this.addresses.hostname];
    const own = ownHosts.filter((host) => host !== undefined);
    const visit = await this.events.visit(visitor, { scope: blogId, method, referrer, ownHosts: own });
    if (visit.is_bot || !(await this.events.admits(visit))) return;
    await this.events.record(() => this.posts.addView(blogId, postId, visit));
  }
}
