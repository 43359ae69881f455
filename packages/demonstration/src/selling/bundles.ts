import { buyerOf, idOf, installed, paid, SELLERS } from './sellers.js';

/** Two products of each seller, the bundle of both, and who bought it: they have the products by it. */
export const BUNDLES = `WITH ${SELLERS}, item AS MATERIALIZED (
    SELECT *, ${idOf('product', 'part')} AS id, ${idOf('bundle', '0')} AS bundle_id FROM seller, (VALUES
      (0, 'Sewing pattern of a coat', 1500, 1125), (1, 'Course book with drawings', 2500, 1875)
    ) products (part, product, price, share)
  ), products AS (
    INSERT INTO ext_products.products (id, owner_id, title, description, kind, status, price_minor, from_price,
      published_at, created_at)
    SELECT id, seller_id, product, 'A file to download.', 'digital', 'published', price, price / 100.0,
      now - interval '90 days', now - interval '90 days'
    FROM item ON CONFLICT DO NOTHING RETURNING id
  ), offered AS (
    INSERT INTO ext_bundles.bundles (id, owner_id, title, description, status, pricing, price_minor, sold_count,
      published_at, created_at)
    SELECT ${idOf('bundle', '0')}, seller_id, 'Pattern and book', 'Both together for less.', 'published', 'fixed', 3000,
      least(20, others), now - interval '60 days', now - interval '60 days'
    FROM seller ON CONFLICT DO NOTHING RETURNING id
  ), contained AS (
    INSERT INTO ext_bundles.bundle_items (bundle_id, item_type, item_id, position)
    SELECT bundle_id, 'product', id, part FROM item WHERE bundle_id IN (SELECT id FROM offered)
  ), bought AS MATERIALIZED (
    SELECT seller.*, ${idOf('bundle purchase', 'k')} AS purchase_id, ${buyerOf('k')} AS buyer_id,
      ${idOf('bundle payment', 'k')} AS payment_id, 3000 AS amount, 'Pattern and book' AS title, b.id AS bundle_id,
      now - (k * 2 + 1) * interval '1 day' AS paid_at
    FROM seller JOIN offered b ON b.id = ${idOf('bundle', '0')}, generate_series(0, least(20, others) - 1) k
  ), paid AS (${paid('bundles', 'bundle_purchase', 'SELECT *, purchase_id AS reference_id FROM bought')}
  ), purchased AS (
    INSERT INTO ext_bundles.purchases (id, owner_id, seller_id, bundle_id, bundle_title, source, list_minor, amount_minor,
      currency, status, payment_id, completed_at, created_at, updated_at)
    SELECT purchase_id, buyer_id, seller_id, bundle_id, title, 'purchase', 4000, amount, 'usd', 'completed', payment_id,
      paid_at, paid_at, paid_at
    FROM bought RETURNING id
  ), delivered AS MATERIALIZED (
    SELECT b.*, i.id AS product_id, i.product, i.price, i.share FROM bought b JOIN item i USING (s)
  ), included AS (
    INSERT INTO ext_bundles.purchase_items (purchase_id, item_type, item_id, title, value_minor, allocated_minor, state,
      changed_at, created_at)
    SELECT purchase_id, 'product', product_id, product, price, share, 'granted', paid_at, paid_at FROM delivered
  ), granted AS (
    INSERT INTO ext_products.orders (owner_id, seller_id, product_id, title, quantity, unit_minor, discount_minor,
      shipping_minor, total_minor, currency, status, source, source_id, paid_at, created_at, updated_at)
    SELECT buyer_id, seller_id, product_id, product, 1, 0, 0, 0, 0, 'usd', 'paid', 'bundle', purchase_id, paid_at, paid_at,
      paid_at
    FROM delivered
  ), installed AS (${installed('bundles', 'SELECT buyer_id AS user_id FROM bought UNION SELECT seller_id FROM seller')}
  ) SELECT count(*)::int AS made FROM purchased`;
