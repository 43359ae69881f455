import { AppProvider } from '../kernel/app-provider.js';
import { ShortAddresses } from './links/short-addresses.js';
import type { LinkView } from './shortlinks.views.js';

export type LinkRow = Omit<LinkView, 'short_url'>;

@AppProvider()
export class ShortlinksPresenter {
  constructor(private readonly addresses: ShortAddresses) {}

  async link(row: LinkRow): Promise<LinkView> {
    return (await this.links([row]))[0] as LinkView;
  }

  async links(rows: LinkRow[]): Promise<LinkView[]> {
    const addresses = await this.addresses.of(rows);
    return rows.map((row, at) => ({ ...row, short_url: addresses[at] as string | null }));
  }
}
