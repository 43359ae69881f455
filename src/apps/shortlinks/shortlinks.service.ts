import { AppProvider } from '../kernel/app-provider.js';
import type { DescribedTarget } from '../contracts/described-target.js';
import type { FoundLink, ShortlinksService as Exported } from '../contracts/shortlinks.js';
import { LinkRepository } from './links/link.repository.js';
import { LinksService } from './links/links.service.js';

/** The contract with other apps. */
@AppProvider()
export class ShortlinksService implements Exported {
  constructor(
    private readonly links: LinkRepository,
    private readonly shown: LinksService,
  ) {}

  async find(ownerId: string, linkId: string): Promise<FoundLink | null> {
    return (await this.findAll(ownerId, [linkId])).get(linkId) ?? null;
  }

  async findAll(ownerId: string, linkIds: string[]): Promise<Map<string, FoundLink>> {
    const links = await this.shown.showAll(linkIds);
    return new Map(
      links.flatMap(({ id, owner_id, short_url, state }) => (owner_id === ownerId ? [[id, { short_url, state }]] : [])),
    );
  }

  async describe(linkId: string): Promise<DescribedTarget | null> {
    return (await this.describeAll([linkId])).get(linkId) ?? null;
  }

  async describeAll(linkIds: string[]): Promise<Map<string, DescribedTarget | null>> {
    const links = new Map((await this.shown.showAll(linkIds)).map((link) => [link.id, link]));
    return new Map(
      linkIds.map((id) => {
        const link = links.get(id);
        return [id, link ? { owner_id: link.owner_id, label: link.title ?? link.slug, url: link.short_url } : null];
      }),
    );
  }

  countOn(domainId: string): Promise<number> {
    return this.links.countWhere({ domain_id: domainId });
  }
}
