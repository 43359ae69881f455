import type { PersonView } from '../../kernel/rows/person.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ProductReview } from '../entities/product-order.entity.js';

const WRITE = sql(
  'products_review_write',
  `INSERT INTO ext_products.reviews (product_id, owner_id, order_id, rating, body) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (product_id, owner_id) DO UPDATE
     SET order_id = excluded.order_id, rating = excluded.rating, body = excluded.body, updated_at = now()
   RETURNING *`,
);
const LIST = sql(
  'products_reviews',
  `SELECT r.id, r.rating, r.body, r.created_at, r.updated_at,
     (SELECT json_build_object('id', id, 'username', username) FROM account.users WHERE id = r.owner_id) AS reviewer
   FROM ext_products.reviews r WHERE r.product_id = $1 AND (r.created_at, r.id) < ($2, $3::uuid)
   ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
);
const BY_RATING = sql(
  'products_reviews_by_rating',
  'SELECT rating, count(*)::int AS count FROM ext_products.reviews WHERE product_id = $1 GROUP BY rating',
);

type ReviewRow = Pick<ProductReview, 'id' | 'rating' | 'body' | 'created_at' | 'updated_at'> & { reviewer: PersonView };

const PAGE = new Keyset({ name: 'products-reviews', defaultLimit: 20, maxLimit: 20 });

@AppProvider()
export class ReviewRepository extends EntityRepository<ProductReview> {
  protected readonly entity = ProductReview;

  async write(review: Pick<ProductReview, 'product_id' | 'owner_id' | 'order_id' | 'rating' | 'body'>) {
    const { product_id, owner_id, order_id, rating, body } = review;
    return this.onlyOne<ProductReview>(WRITE, product_id, owner_id, order_id, rating, body);
  }

  list(productId: string, cursor: string | undefined) {
    return this.newest<ReviewRow>(PAGE, { cursor }, LIST, [productId]);
  }

  async byRating(productId: string): Promise<Record<string, number>> {
    const rows = await this.rows<{ rating: number; count: number }>(BY_RATING, productId);
    const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
    return Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, counts.get(stars) ?? 0]));
  }
}
