import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { ReviewInput } from '../../kernel/stars/review.views.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { viewOf } from '../../kernel/rows/view.js';
import { ProductReview } from '../entities/product-order.entity.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { isOnSale, type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { ProductNews } from '../product-news.js';
import { ReviewRepository } from '../reviews/review.repository.js';
import { BuyerRepository } from '../sales/buyer.repository.js';

class Input extends ReviewInput {
  @Uuid() product_id!: string;
}

class OwnReview extends viewOf(ProductReview) {}

class Result extends answerWith('review', () => OwnReview) {}

@Action('review-product', {
  access: 'authenticated',
  target: { ...PRODUCT, lock: false },
  changes: true,
  description: 'Rates and reviews a product as a buyer; a second review replaces the first.',
  input: Input,
  result: Result,
  refuses: { 409: ['Only buyers can review'] },
})
export class ReviewProduct {
  constructor(
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
    private readonly reviews: ReviewRepository,
    private readonly news: ProductNews,
  ) {}

  async run({ input: { rating, body = '' }, caller, target: product }: Call<Input, Product>) {
    const order_id = await this.buyers.reviewable(caller.id, product.id);
    // Callers who may not see the product are not told that it exists.
    if (!order_id && !isOnSale(product) && product.owner_id !== caller.id) throw notFound('Product');
    if (!order_id) throw new Refusal(409, 'Only buyers can review');
    await this.products.lock(product.id);
    const { review, isNew } = await this.reviews.write(product.id, caller.id, { order_id, rating, body });
    if (isNew) this.news.reviewed(product, caller.id, rating);
    return { review };
  }
}
