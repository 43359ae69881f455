import { AppProvider } from '../../kernel/app-provider.js';
import type { Product } from '../entities/product.entity.js';
import { ProductFileRepository } from '../files/product-file.repository.js';
import { presentVariant } from './variant.views.js';
import { ProductsPresenter } from './product.views.js';
import { ReviewRepository } from '../reviews/review.repository.js';
import { ProductListRepository } from './product-list.repository.js';
import { VariantRepository } from './variant.repository.js';

/** A product with its variants, its files and what is said of it. */
@AppProvider()
export class ProductDetails {
  constructor(
    private readonly cards: ProductListRepository,
    private readonly variants: VariantRepository,
    private readonly files: ProductFileRepository,
    private readonly reviews: ReviewRepository,
    private readonly presenter: ProductsPresenter,
  ) {}

  /** `whole`: with the variants that are switched off. */
  async of(product: Product, { whole, reviewsCursor }: { whole: boolean; reviewsCursor: string | undefined }) {
    const [[row], all, files, { rows: reviews, next_cursor }, counts] = await Promise.all([
      this.cards.cards([product.id]),
      this.variants.ofProduct(product.id),
      this.files.ofProduct(product.id),
      this.reviews.list(product.id, { cursor: reviewsCursor }),
      this.reviews.countByRating(product.id),
    ]);
    const { sold_out, seller } = this.presenter.card(row as NonNullable<typeof row>);
    const shown = this.presenter.product(product);
    const variants = whole ? all : all.filter(({ active }) => active);
    return {
      product: { ...shown, rating: { ...shown.rating, counts }, sold_out, seller },
      variants: variants.map((variant) => presentVariant(variant, product.currency)),
      files: files.map((file) => this.presenter.file(file)),
      reviews,
      reviews_next_cursor: next_cursor,
    };
  }
}
