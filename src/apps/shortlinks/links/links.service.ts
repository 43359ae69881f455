import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { LinkView } from '../shortlinks.views.js';
import { LinkRepository, type LinkRow } from './link.repository.js';
import { ShortAddressesService } from './short-addresses.service.js';

/** Links as answers show them, with their short addresses. */
@AppProvider()
export class LinksService {
  constructor(
    private readonly links: LinkRepository,
    private readonly addresses: ShortAddressesService,
  ) {}

  async show(id: string): Promise<LinkView> {
    const [link] = await this.showAll([id]);
    if (!link) throw notFound('Link');
    return link;
  }

  async showAll(ids: string[]): Promise<LinkView[]> {
    return this.present(await this.links.shown(ids));
  }

  async present(rows: LinkRow[]): Promise<LinkView[]> {
    const addresses = await this.addresses.of(rows);
    return rows.map((row, at) => ({ ...row, short_url: addresses[at] as string | null }));
  }
}
