import type { BiolinksService as Exported } from '../contracts/biolinks.js';
import type { DescribedTarget } from '../contracts/described-target.js';
import { AppProvider } from '../kernel/app-provider.js';
import { PageAddressesService } from './pages/page-addresses.service.js';
import { PageRepository } from './pages/page.repository.js';

/** The contract with other apps. */
@AppProvider()
export class BiolinksService implements Exported {
  constructor(
    private readonly pages: PageRepository,
    private readonly addresses: PageAddressesService,
  ) {}

  async describe(pageId: string): Promise<DescribedTarget | null> {
    const page = await this.pages.findOne({ id: pageId });
    return page ? { owner_id: page.owner_id, label: page.title, url: this.addresses.of(page.handle) } : null;
  }
}
