import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { AddBundleItem } from './actions/add-bundle-item.action.js';
import { ArchiveBundle } from './actions/archive-bundle.action.js';
import { CreateBundle } from './actions/create-bundle.action.js';
import { GetBundle } from './actions/get-bundle.action.js';
import { GrantBundle } from './actions/grant-bundle.action.js';
import { ListBundleSales } from './actions/list-bundle-sales.action.js';
import { ListBundles } from './actions/list-bundles.action.js';
import { ListPurchases } from './actions/list-purchases.action.js';
import { PublishBundle } from './actions/publish-bundle.action.js';
import { PurchaseBundle } from './actions/purchase-bundle.action.js';
import { QuoteBundle } from './actions/quote-bundle.action.js';
import { RemoveBundleItem } from './actions/remove-bundle-item.action.js';
import { ReorderBundleItems } from './actions/reorder-bundle-items.action.js';
import { UpdateBundle } from './actions/update-bundle.action.js';
import { BundlesAccountDeletion } from './bundles-account-deletion.js';
import { BundlesExport } from './bundles.export.js';
import { BundlesFulfilment } from './bundles.fulfilment.js';
import { BundlesService } from './bundles.service.js';
import { BundlesSettings } from './bundles.settings.js';
import { BundlesStats } from './bundles.stats.js';
import { Bundle, BundleItem } from './entities/bundle.entity.js';
import { BundlePurchase, BundlePurchaseItem } from './entities/purchase.entity.js';
import { CheckItems } from './jobs/check-items.job.js';
import { ExpirePurchases } from './jobs/expire-purchases.job.js';
import { SaleEnding } from './jobs/sale-ending.job.js';
import { Bundles1790000033500 } from './migrations/1790000033500-bundles.js';

const CATALOGUE = [CreateBundle, UpdateBundle, GetBundle, ListBundles, PublishBundle, ArchiveBundle];
const ITEMS = [AddBundleItem, RemoveBundleItem, ReorderBundleItems];
const SALES = [QuoteBundle, PurchaseBundle, ListPurchases, ListBundleSales, GrantBundle];

@App({
  slug: 'bundles',
  name: 'Bundles',
  description: 'Courses and digital products in one offer at a lower price; what a buyer owns is taken off.',
  icon: 'package',
  category: 'commerce',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [Bundle, BundleItem, BundlePurchase, BundlePurchaseItem],
  migrations: [Bundles1790000033500],
  actions: [...CATALOGUE, ...ITEMS, ...SALES],
  settings: BundlesSettings,
  stats: BundlesStats,
  exports: BundlesExport,
  service: BundlesService,
  imports: [FilesModule],
  providers: [BundlesAccountDeletion, BundlesFulfilment, ExpirePurchases, CheckItems, SaleEnding],
})
export class BundlesApp {}
