import { AppProvider } from '../../kernel/app-provider.js';
import { reviewStatements, Reviews } from '../../kernel/stars/review.repository.js';
import { Keyset } from '../../../platform/database/page.js';
import { ProductReview } from '../entities/product-order.entity.js';

const STATEMENTS = reviewStatements('ext_products', 'products', 'product_id');
const PAGE = new Keyset({ name: 'products-reviews', defaultLimit: 20, maxLimit: 20 });

@AppProvider()
export class ReviewRepository extends Reviews<ProductReview> {
  protected readonly entity = ProductReview;
  protected readonly of = 'product_id';
  protected readonly stars = STATEMENTS;
  protected readonly keyset = PAGE;
}
