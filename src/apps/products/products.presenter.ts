import { AppProvider } from '../kernel/app-provider.js';
import { FilesService } from '../../files/files.service.js';
import type { ProductOrder } from './entities/product-order.entity.js';
import type { ProductVariant } from './entities/product-variant.entity.js';
import type { Product } from './entities/product.entity.js';
import type { FileRow } from './files/product-file.repository.js';
import { personOf } from '../kernel/rows/person.js';
import { money } from '../kernel/selling/prices.js';
import { ratingOf } from '../kernel/selling/views.js';
import type { FileView, OrderView, ProductCard, ProductView, VariantView } from './products.views.js';

const HOURS_4 = 4 * 60 * 60;

export type CardRow = Omit<ProductCard, 'rating' | 'cover_url' | 'seller'> &
  Pick<Product, 'cover_file_id' | 'rating_sum' | 'rating_count'> & {
    seller_id: string | null;
    seller_username: string | null;
  };

/** How products look to those who ask for them. */
@AppProvider()
export class ProductsPresenter {
  constructor(private readonly files: FilesService) {}

  product(row: Product): ProductView {
    const { price_minor, suggested_minor, shipping_minor, ...more } = row;
    const { from_price: _, flagged: __, low_stock_told: ___, ...known } = more;
    const { search: ____, update_told_through: _____, ...product } = known;
    const { currency } = product;
    return {
      ...product,
      price: money(price_minor, currency),
      suggested_price: moneyOrNone(suggested_minor, currency),
      shipping_price: money(shipping_minor, currency),
      cover_url: this.picture(product.cover_file_id),
      rating: ratingOf(product),
    };
  }

  card({ cover_file_id, rating_sum, rating_count, ...row }: CardRow): ProductCard {
    const { seller_id, seller_username, ...card } = row;
    return {
      ...card,
      cover_url: this.picture(cover_file_id),
      rating: ratingOf({ rating_sum, rating_count }),
      seller: personOf(seller_id, seller_username),
    };
  }

  file(row: FileRow): FileView {
    return { ...row, url: row.purpose === 'image' ? this.picture(row.id) : null };
  }

  private picture(fileId: string | null): string | null {
    return fileId && this.files.downloadable(fileId, { seconds: HOURS_4, inline: true }).download_url;
  }
}

const moneyOrNone = (minor: number | null, currency: string) => (minor === null ? null : money(minor, currency));

export function presentVariant(row: ProductVariant, currency: string): VariantView {
  const { price_minor, low_stock_told: _, ...variant } = row;
  return { ...variant, price: moneyOrNone(price_minor, currency) };
}

export function presentOrder(row: ProductOrder): OrderView {
  const { unit_minor, discount_minor, shipping_minor, total_minor, refunded_minor, ...more } = row;
  const { checkout_url: _, stock_taken: __, ...order } = more;
  const sum = (minor: number) => money(minor, order.currency);
  return {
    ...order,
    unit: sum(unit_minor),
    discount: sum(discount_minor),
    shipping: sum(shipping_minor),
    total: sum(total_minor),
    refunded: sum(refunded_minor),
  };
}
