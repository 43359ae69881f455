import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const PRODUCT = 'product_id uuid NOT NULL REFERENCES ext_products.products (id) ON DELETE CASCADE';
const PRODUCT_KEPT = 'product_id uuid REFERENCES ext_products.products (id) ON DELETE SET NULL';
const ORDER = 'order_id uuid NOT NULL REFERENCES ext_products.orders (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_products',
  `CREATE TABLE ext_products.products (
    ${ROW},
    owner_id ${USER},
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    kind text NOT NULL CHECK (kind IN ('digital', 'physical')),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived', 'removed')),
    price_minor int NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
    currency char(3) NOT NULL DEFAULT 'usd',
    pay_what_you_want boolean NOT NULL DEFAULT false,
    suggested_minor int,
    category_id uuid,
    tags text[] NOT NULL DEFAULT '{}',
    stock int CHECK (stock >= 0),
    max_per_buyer int,
    license_keys boolean NOT NULL DEFAULT false,
    max_activations int,
    shipping_minor int NOT NULL DEFAULT 0 CHECK (shipping_minor >= 0),
    ships_to text[] NOT NULL DEFAULT '{}',
    cover_file_id uuid,
    sold_count int NOT NULL DEFAULT 0,
    rating_sum int NOT NULL DEFAULT 0,
    rating_count int NOT NULL DEFAULT 0,
    from_price numeric(12,3) NOT NULL DEFAULT 0,
    low_stock_told boolean NOT NULL DEFAULT false,
    search tsvector,
    published_at timestamptz(3),
    last_update_at timestamptz(3),
    update_told_through uuid,
    ${TIMES}
  )`,
  // Not a generated column: the words of a list are not immutable, and the entities could not say it.
  `CREATE FUNCTION ext_products.product_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.search := to_tsvector('pg_catalog.simple',
        concat_ws(' ', NEW.title, array_to_string(NEW.tags, ' '), NEW.description));
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER products_words BEFORE INSERT OR UPDATE OF title, tags, description ON ext_products.products
    FOR EACH ROW EXECUTE FUNCTION ext_products.product_words()`,
  'CREATE INDEX products_newest ON ext_products.products (status, published_at DESC, id DESC)',
  `CREATE INDEX products_popular ON ext_products.products (sold_count DESC, id DESC) WHERE status = 'published'`,
  `CREATE INDEX products_rated ON ext_products.products
    ((coalesce(rating_sum * 100::bigint / nullif(rating_count, 0), 0)) DESC, id DESC) WHERE status = 'published'`,
  `CREATE INDEX products_by_price ON ext_products.products (from_price, id) WHERE status = 'published'`,
  `CREATE INDEX products_made ON ext_products.products (created_at DESC, id DESC) WHERE status <> 'removed'`,
  'CREATE INDEX products_of_owner ON ext_products.products (owner_id, status)',
  'CREATE INDEX products_category ON ext_products.products (category_id)',
  'CREATE INDEX products_search ON ext_products.products USING gin (search)',
  'CREATE INDEX products_tags ON ext_products.products USING gin (tags)',

  `CREATE TABLE ext_products.variants (
    ${ROW},
    ${PRODUCT},
    sku text NOT NULL,
    name text NOT NULL,
    price_minor int,
    stock int CHECK (stock >= 0),
    active boolean NOT NULL DEFAULT true,
    position int NOT NULL,
    low_stock_told boolean NOT NULL DEFAULT false,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX variants_sku ON ext_products.variants (product_id, sku)',

  `CREATE TABLE ext_products.product_files (
    ${ROW},
    ${PRODUCT},
    variant_id uuid REFERENCES ext_products.variants (id) ON DELETE SET NULL,
    file_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('download', 'image')),
    name text NOT NULL,
    size_bytes bigint NOT NULL,
    content_type text NOT NULL,
    position int NOT NULL,
    detached_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX product_files_file ON ext_products.product_files (file_id)',
  'CREATE INDEX product_files_of_product ON ext_products.product_files (product_id, purpose)',
  'CREATE INDEX product_files_of_variant ON ext_products.product_files (variant_id)',
  `CREATE INDEX product_files_attached ON ext_products.product_files (created_at) WHERE detached_at IS NULL`,

  `CREATE TABLE ext_products.coupons (
    ${ROW},
    ${PRODUCT},
    code text NOT NULL,
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 10000),
    amount_minor int CHECK (amount_minor > 0),
    max_uses int,
    used_count int NOT NULL DEFAULT 0,
    expires_at timestamptz(3),
    active boolean NOT NULL DEFAULT true,
    ${TIMES},
    CONSTRAINT coupons_reduction_check CHECK ((percent_bp IS NULL) <> (amount_minor IS NULL))
  )`,
  'CREATE UNIQUE INDEX coupons_code ON ext_products.coupons (product_id, code)',

  `CREATE TABLE ext_products.orders (
    ${ROW},
    owner_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    ${PRODUCT_KEPT},
    variant_id uuid,
    title text NOT NULL,
    variant_name text,
    quantity int NOT NULL CHECK (quantity >= 1),
    unit_minor int NOT NULL,
    discount_minor int NOT NULL,
    shipping_minor int NOT NULL,
    total_minor int NOT NULL,
    refunded_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    coupon_id uuid,
    status text NOT NULL
      CHECK (status IN ('pending', 'paid', 'shipped', 'expired', 'refunded', 'needs_attention')),
    attention text CHECK (attention IN ('out_of_stock', 'duplicate')),
    source text NOT NULL DEFAULT 'purchase' CHECK (source IN ('purchase', 'bundle', 'subscription')),
    source_id uuid,
    affiliate_id uuid,
    stock_taken int NOT NULL DEFAULT 0,
    payment_id uuid,
    checkout_url text,
    ship_to jsonb,
    carrier text,
    tracking_number text,
    tracking_url text,
    revoked_at timestamptz(3),
    expires_at timestamptz(3),
    paid_at timestamptz(3),
    shipped_at timestamptz(3),
    refunded_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX orders_payment ON ext_products.orders (payment_id)',
  `CREATE UNIQUE INDEX orders_granted_once ON ext_products.orders (source, source_id, product_id)
    WHERE source <> 'purchase'`,
  `CREATE UNIQUE INDEX orders_pending_once ON ext_products.orders (product_id, owner_id) WHERE status = 'pending'`,
  'CREATE INDEX orders_of_product ON ext_products.orders (product_id, owner_id)',
  'CREATE INDEX orders_of_buyer ON ext_products.orders (owner_id, product_id)',
  'CREATE INDEX orders_library ON ext_products.orders (owner_id, created_at DESC, id DESC)',
  'CREATE INDEX orders_of_seller ON ext_products.orders (seller_id, status, created_at DESC, id DESC)',
  'CREATE INDEX orders_of_seller_newest ON ext_products.orders (seller_id, created_at DESC, id DESC)',
  'CREATE INDEX orders_paid ON ext_products.orders (seller_id, paid_at)',
  `CREATE INDEX orders_to_ship ON ext_products.orders (seller_id, paid_at)
    WHERE status = 'paid' AND ship_to IS NOT NULL`,
  `CREATE INDEX orders_expiring ON ext_products.orders (expires_at) WHERE status = 'pending'`,

  `CREATE TABLE ext_products.licenses (
    ${ROW},
    ${ORDER},
    ${PRODUCT_KEPT},
    key text NOT NULL,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX licenses_key ON ext_products.licenses (key)',
  'CREATE INDEX licenses_of_order ON ext_products.licenses (order_id)',
  'CREATE INDEX licenses_of_product ON ext_products.licenses (product_id)',

  `CREATE TABLE ext_products.license_activations (
    ${ROW},
    license_id uuid NOT NULL REFERENCES ext_products.licenses (id) ON DELETE CASCADE,
    instance text NOT NULL,
    last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX license_activations_once ON ext_products.license_activations (license_id, instance)',

  `CREATE TABLE ext_products.downloads (
    ${ROW},
    ${ORDER},
    file_id uuid NOT NULL,
    ${CREATED}
  )`,
  'CREATE INDEX downloads_of_order ON ext_products.downloads (order_id)',
  'CREATE INDEX downloads_by_time ON ext_products.downloads (created_at)',

  `CREATE TABLE ext_products.reviews (
    ${ROW},
    owner_id ${USER},
    ${PRODUCT},
    ${ORDER},
    rating int NOT NULL CHECK (rating BETWEEN 1 AND 5),
    body text NOT NULL DEFAULT '',
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX reviews_once ON ext_products.reviews (product_id, owner_id)',
  'CREATE INDEX reviews_of_writer ON ext_products.reviews (owner_id)',
  'CREATE INDEX reviews_of_order ON ext_products.reviews (order_id)',
  'CREATE INDEX reviews_newest ON ext_products.reviews (product_id, created_at DESC, id DESC)',

  `CREATE TABLE ext_products.ship_reminders (
    seller_id uuid PRIMARY KEY REFERENCES account.users (id) ON DELETE CASCADE,
    told_on date NOT NULL
  )`,
];

export class Products1790000030100 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_products CASCADE'];
}
