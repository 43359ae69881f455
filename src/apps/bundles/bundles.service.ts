import type { BundlesService as Exported } from '../contracts/bundles.js';
import type { Described } from '../contracts/described.js';
import { AppProvider } from '../kernel/app-provider.js';
import { BundleRepository } from './catalogue/bundle.repository.js';

/** What other apps ask of bundles. */
@AppProvider()
export class BundlesService implements Exported {
  constructor(private readonly bundles: BundleRepository) {}

  describe(ids: string[]): Promise<Described[]> {
    return this.bundles.describe(ids);
  }
}
