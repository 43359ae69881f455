import { LicenseActivation } from './license-activation.entity.js';
import { ProductCoupon } from './product-coupon.entity.js';
import { ProductDownload } from './product-download.entity.js';
import { ProductFile } from './product-file.entity.js';
import { ProductLicense } from './product-license.entity.js';
import { ProductOrder } from './product-order.entity.js';
import { ProductReview } from './product-review.entity.js';
import { ProductVariant } from './product-variant.entity.js';
import { Product } from './product.entity.js';
import { ShipReminder } from './ship-reminder.entity.js';

/** All that is kept of shops. */
export const ENTITIES = [
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
];
