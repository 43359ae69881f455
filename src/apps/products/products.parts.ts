import { AnnounceUpdate } from './catalogue/announce-update.js';
import { ChangeCurrency } from './catalogue/change-currency.js';
import { ChangeProduct } from './catalogue/change-product.js';
import { DescribedRepository } from './catalogue/described.repository.js';
import { ProductDetails } from './catalogue/product-details.js';
import { ProductListRepository } from './catalogue/product-list.repository.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { ReportableProduct } from './catalogue/reportable-product.js';
import { SetVariants } from './catalogue/set-variants.js';
import { ShelfRepository } from './catalogue/shelf.repository.js';
import { VariantRepository } from './catalogue/variant.repository.js';
import { ProductFileRepository } from './files/product-file.repository.js';
import { ProductFiles } from './files/product-files.js';
import { ForgetBuyer } from './forget-buyer.js';
import { DropUploads } from './jobs/drop-uploads.job.js';
import { ExpireOrders } from './jobs/expire-orders.job.js';
import { RemindToShip } from './jobs/ship-reminder.job.js';
import { ShippingRepository } from './jobs/shipping.repository.js';
import { TellBuyers } from './jobs/tell-buyers.job.js';
import { LicenseRepository } from './licenses/license.repository.js';
import { VerifyLicenses } from './licenses/verify-licenses.js';
import { ProductNews } from './product-news.js';
import { ProductsFulfilment } from './products.fulfilment.js';
import { ProductsPresenter } from './products.presenter.js';
import { ProductsShelf } from './products.shelf.js';
import { ReviewRepository } from './reviews/review.repository.js';
import { Baskets } from './sales/basket.js';
import { BuyerRepository } from './sales/buyer.repository.js';
import { Buying } from './sales/buying.js';
import { Checkouts } from './sales/checkouts.js';
import { CouponRepository } from './sales/coupon.repository.js';
import { DueHoldsService } from './sales/due-holds.service.js';
import { GrantRepository } from './sales/grant.repository.js';
import { Holds } from './sales/holds.js';
import { LibraryRepository } from './sales/library.repository.js';
import { Offers } from './sales/offers.js';
import { OrderRepository } from './sales/order.repository.js';
import { Selling } from './sales/selling.js';
import { ShopOrdersRepository } from './sales/shop-orders.repository.js';
import { StockRepository } from './sales/stock.repository.js';
import { Stock } from './sales/stock.js';
import { StatsRepository } from './stats.repository.js';

const CATALOGUE = [
  ProductRepository,
  ProductListRepository,
  VariantRepository,
  DescribedRepository,
  ShelfRepository,
  ProductsShelf,
  ReportableProduct,
  ChangeProduct,
  ChangeCurrency,
  AnnounceUpdate,
  SetVariants,
  ProductDetails,
  ProductsPresenter,
  ProductFileRepository,
  ProductFiles,
];
const SALES = [
  OrderRepository,
  BuyerRepository,
  CouponRepository,
  GrantRepository,
  StockRepository,
  LibraryRepository,
  ShopOrdersRepository,
  Stock,
  Holds,
  DueHoldsService,
  Offers,
  Baskets,
  Checkouts,
  Selling,
  Buying,
  ProductsFulfilment,
];
const JOBS = [ShippingRepository, ExpireOrders, DropUploads, RemindToShip, TellBuyers];

/** What the actions stand on. */
export const PRODUCT_PARTS = [
  ...CATALOGUE,
  ...SALES,
  ...JOBS,
  LicenseRepository,
  VerifyLicenses,
  ReviewRepository,
  ProductNews,
  StatsRepository,
  ForgetBuyer,
];
