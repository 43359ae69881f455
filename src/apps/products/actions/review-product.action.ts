import { IsInt, Max, Min } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { plus } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { viewOf } from '../../kernel/rows/view.js';
import { ProductReview } from '../entities/product-order.entity.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { isOnSale, type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductNews } from '../product-news.js';
import { ReviewRepository } from '../reviews/review.repository.js';
import { BuyerRepository } from '../sales/buyer.repository.js';

class Input {
  @Uuid() product_id!: string;
  @IsInt() @Min(1) @Max(5) rating!: number;
  @Optional() @Written(0, 4000) body?: string;
}

class OwnReview extends viewOf(ProductReview) {}

class Result {
  @Nested(() => OwnReview) review!: OwnReview;
}

@Action('review-product', {
  access: 'authenticated',
  target: PRODUCT,
  changes: true,
  description: 'Rates and reviews a product as a buyer; a second review replaces the first.',
  input: Input,
  result: Result,
  refuses: { 409: ['Only buyers can review'] },
})
export class ReviewProduct {
  constructor(
    private readonly buyers: BuyerRepository,
    private readonly reviews: ReviewRepository,
    private readonly products: ProductRepository,
    private readonly news: ProductNews,
  ) {}

  async run({ input: { rating, body = '' }, caller, target: product }: Call<Input, Product>) {
    const order_id = await this.buyers.reviewable(caller.id, product.id);
    // Who may not see it is not told that it is there.
    if (!order_id && !isOnSale(product) && product.owner_id !== caller.id) throw notFound('Product');
    if (!order_id) throw new Refusal(409, 'Only buyers can review');
    const before = await this.reviews.findOne({ product_id: product.id, owner_id: caller.id });
    if (before?.rating === rating && before.body === body) return { review: before };
    const written = { product_id: product.id, owner_id: caller.id, order_id, rating, body };
    const review = await this.reviews.write(written);
    const stars = { rating_sum: plus(rating - (before?.rating ?? 0)), rating_count: plus(before ? 0 : 1) };
    await this.products.update({ id: product.id }, stars);
    this.news.reviewed(product, caller.id, rating);
    return { review };
  }
}
