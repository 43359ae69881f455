import { ProductsShelf } from './products.shelf.js';
import { ProductsFulfilment } from './products.fulfilment.js';
import { RemindToShip } from './jobs/ship-reminder.job.js';
import { ExpireOrders } from './jobs/expire-orders.job.js';
import { DropUploads } from './jobs/drop-uploads.job.js';
import { ForgetBuyer } from './forget-buyer.js';
import { ReportableProduct } from './catalogue/reportable-product.js';
import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { ArchiveProduct } from './actions/archive-product.action.js';
import { CreateProduct } from './actions/create-product.action.js';
import { CreateUpload } from './actions/create-upload.action.js';
import { DownloadFile } from './actions/download-file.action.js';
import { FulfillOrder } from './actions/fulfill-order.action.js';
import { GetProduct } from './actions/get-product.action.js';
import { ListMyPurchases } from './actions/list-my-purchases.action.js';
import { ListOrders } from './actions/list-orders.action.js';
import { ListProducts } from './actions/list-products.action.js';
import { PublishProduct } from './actions/publish-product.action.js';
import { PurchaseProduct } from './actions/purchase-product.action.js';
import { ReviewProduct } from './actions/review-product.action.js';
import { SetCoupon } from './actions/set-coupon.action.js';
import { SetVariant } from './actions/set-variant.action.js';
import { UpdateProduct } from './actions/update-product.action.js';
import { VerifyLicense } from './actions/verify-license.action.js';
import {
  LicenseActivation,
  ProductLicense,
  ProductDownload,
  ProductOrder,
  ShipReminder,
  ProductReview,
} from './entities/product-order.entity.js';
import { ProductCoupon, ProductFile, ProductVariant, Product } from './entities/product.entity.js';
import { Products1790000030100 } from './migrations/1790000030100-products.js';
import { FlaggedProducts1790000030110 } from './migrations/1790000030110-flagged-products.js';
import { KeptPurchases1790000030120 } from './migrations/1790000030120-kept-purchases.js';
import { ProductsExport } from './products.export.js';
import { ProductsService } from './products.service.js';
import { ProductsSettings } from './products.settings.js';
import { ProductsStats } from './products.stats.js';

const SHOP = [
  CreateProduct,
  UpdateProduct,
  PublishProduct,
  ArchiveProduct,
  ListProducts,
  GetProduct,
  SetVariant,
  CreateUpload,
  SetCoupon,
];
const SALES = [PurchaseProduct, ListMyPurchases, DownloadFile, ListOrders, FulfillOrder];
const AFTERWARDS = [VerifyLicense, ReviewProduct];

@App({
  slug: 'products',
  name: 'Products',
  description: 'A shop for single items: digital files, software with license keys, and goods with stock and shipping.',
  icon: 'shopping-bag',
  category: 'commerce',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [
    Product,
    ProductVariant,
    ProductFile,
    ProductCoupon,
    ProductOrder,
    ProductLicense,
    LicenseActivation,
    ProductDownload,
    ProductReview,
    ShipReminder,
  ],
  migrations: [Products1790000030100, FlaggedProducts1790000030110, KeptPurchases1790000030120],
  actions: [...SHOP, ...SALES, ...AFTERWARDS],
  settings: ProductsSettings,
  stats: ProductsStats,
  exports: ProductsExport,
  service: ProductsService,
  imports: [FilesModule],
  providers: [
    ReportableProduct,
    ForgetBuyer,
    DropUploads,
    ExpireOrders,
    RemindToShip,
    ProductsFulfilment,
    ProductsShelf,
  ],
})
export class ProductsApp {}
