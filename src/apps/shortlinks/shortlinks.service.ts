import { AppProvider } from '../kernel/app-provider.js';
import type { DescribedLink, ShortlinksService as Exported } from '../contracts/shortlinks.js';
import { LinkRepository } from './links/link.repository.js';
import { ShortlinksPresenter } from './shortlinks.presenter.js';
import type { LinkView } from './shortlinks.views.js';

/** What other apps ask of short links. */
@AppProvider()
export class ShortlinksService implements Exported {
  constructor(
    private readonly links: LinkRepository,
    private readonly presenter: ShortlinksPresenter,
  ) {}

  async find(ownerId: string, linkId: string): Promise<{ short_url: string | null; state: string } | null> {
    const link = await this.one(linkId);
    return link?.owner_id === ownerId ? { short_url: link.short_url, state: link.state } : null;
  }

  async describe(linkId: string): Promise<DescribedLink | null> {
    const link = await this.one(linkId);
    return link ? { owner_id: link.owner_id, label: link.title ?? link.slug, url: link.short_url } : null;
  }

  countOn(domainId: string): Promise<number> {
    return this.links.countOn(domainId);
  }

  private async one(linkId: string): Promise<LinkView | undefined> {
    return (await this.presenter.links(await this.links.shown([linkId])))[0];
  }
}
