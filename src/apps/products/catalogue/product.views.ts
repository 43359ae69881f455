import { IsBoolean, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { personOf, PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { ratingOf, RatingView } from '../../kernel/stars/review.views.js';
import { Product, ProductFile } from '../entities/product.entity.js';

const HOURS_4 = 4 * 60 * 60;

const INTERNAL = ['from_price', 'flagged', 'low_stock_told', 'search', 'update_told_through'] as const;

export class ProductView extends viewOf(Product, { without: [...INTERNAL, 'suggested_minor', 'shipping_minor'] }) {
  @Nullable() @IsNumber() suggested_price!: number | null;
  @IsNumber() shipping_price!: number;
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
  @Nested(() => RatingView) rating!: RatingView;
}

class RatingsView extends RatingView {
  /** How many gave each number of stars. */
  @IsObject() counts!: object;
}

export class ProductPage extends ProductView {
  @IsBoolean() sold_out!: boolean;
  @Nested(() => RatingsView) declare rating: RatingsView;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
}

const ON_CARDS = [
  'id',
  'title',
  'kind',
  'status',
  'currency',
  'pay_what_you_want',
  'category_id',
  'tags',
  'sold_count',
  'published_at',
  'created_at',
] as const;

/** As lists show it. */
export class ProductCard extends viewOf(Product, { only: ON_CARDS }) {
  /** The lowest among its variants. */
  @IsNumber() price!: number;
  @Nullable() @IsString() cover_url!: string | null;
  @IsBoolean() sold_out!: boolean;
  @Nested(() => RatingView) rating!: RatingView;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
}

export class FileView extends viewOf(ProductFile, { only: ['id', 'variant_id', 'purpose', 'name', 'content_type'] }) {
  @IsInt() size_bytes!: number;
  /** Of images, for four hours. */
  @Nullable() @IsString() url!: string | null;
}

export type FileRow = Omit<FileView, 'url'>;
export type CardRow = Omit<ProductCard, 'rating' | 'cover_url' | 'seller'> &
  Pick<Product, 'cover_file_id' | 'rating_sum' | 'rating_count'> & {
    seller_id: string | null;
    seller_username: string | null;
  };

@AppProvider()
export class ProductsPresenter {
  constructor(private readonly files: FilesService) {}

  product(row: Product): ProductView {
    const { suggested_minor, shipping_minor, currency, cover_file_id } = row;
    return {
      ...present(ProductView, row),
      suggested_price: suggested_minor === null ? null : money(suggested_minor, currency),
      shipping_price: money(shipping_minor, currency),
      cover_url: this.picture(cover_file_id),
      rating: ratingOf(row),
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
