import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const TIMES = `created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const ITEM = `item_type text NOT NULL CHECK (item_type IN ('course', 'product')),
    item_id uuid NOT NULL,
    variant_id uuid`;

const STATEMENTS = [
  'CREATE SCHEMA ext_bundles',
  `CREATE TABLE ext_bundles.bundles (
    ${ROW},
    owner_id uuid REFERENCES account.users (id) ON DELETE CASCADE,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    cover_file_id uuid,
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
    pricing text NOT NULL CHECK (pricing IN ('fixed', 'percent_off')),
    price_minor int CHECK (price_minor >= 0),
    percent_off_bp int CHECK (percent_off_bp BETWEEN 1 AND 10000),
    currency char(3) NOT NULL DEFAULT 'usd',
    deduct_owned boolean NOT NULL DEFAULT true,
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    max_sales int CHECK (max_sales > 0),
    sold_count int NOT NULL DEFAULT 0,
    held_count int NOT NULL DEFAULT 0,
    unavailable_since timestamptz(3),
    published_at timestamptz(3),
    ending_notified_for timestamptz(3),
    ${TIMES},
    CONSTRAINT bundles_price_check CHECK ((pricing = 'fixed') = (price_minor IS NOT NULL)
      AND (pricing = 'percent_off') = (percent_off_bp IS NOT NULL)),
    CONSTRAINT bundles_window_check CHECK (ends_at > starts_at),
    CONSTRAINT bundles_counts_check CHECK (sold_count >= 0 AND held_count >= 0)
  )`,
  'CREATE INDEX bundles_of_owner ON ext_bundles.bundles (owner_id, status)',
  `CREATE INDEX bundles_ending ON ext_bundles.bundles (ends_at) WHERE status = 'published'`,
  `CREATE INDEX bundles_to_check ON ext_bundles.bundles (id)
    WHERE status = 'published' OR unavailable_since IS NOT NULL`,
  'CREATE INDEX bundles_newest ON ext_bundles.bundles (status, published_at DESC, id DESC)',
  `CREATE INDEX bundles_popular ON ext_bundles.bundles (sold_count DESC, id DESC) WHERE status = 'published'`,
  'CREATE INDEX bundles_made ON ext_bundles.bundles (owner_id, created_at DESC, id DESC)',
  `CREATE INDEX bundles_search ON ext_bundles.bundles
    USING gin (to_tsvector('pg_catalog.simple', title || ' ' || description))`,
  `CREATE TABLE ext_bundles.bundle_items (
    ${ROW},
    bundle_id uuid NOT NULL REFERENCES ext_bundles.bundles (id) ON DELETE CASCADE,
    ${ITEM},
    position int NOT NULL,
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX bundle_items_once ON ext_bundles.bundle_items (bundle_id, item_type, item_id)',
  'CREATE INDEX bundle_items_item ON ext_bundles.bundle_items (item_type, item_id)',
  `CREATE TABLE ext_bundles.purchases (
    ${ROW},
    owner_id uuid NOT NULL,
    seller_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
    bundle_id uuid REFERENCES ext_bundles.bundles (id) ON DELETE SET NULL,
    bundle_title text NOT NULL,
    source text NOT NULL CHECK (source IN ('purchase', 'grant')),
    list_minor bigint NOT NULL,
    amount_minor int NOT NULL,
    refunded_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'completed', 'expired', 'refunded', 'needs_attention')),
    attention text CHECK (attention IN ('duplicate')),
    affiliate_id uuid,
    payment_id uuid,
    checkout_url text,
    note text,
    expires_at timestamptz(3),
    completed_at timestamptz(3),
    refunded_at timestamptz(3),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX purchases_payment ON ext_bundles.purchases (payment_id)',
  `CREATE UNIQUE INDEX purchases_completed_once ON ext_bundles.purchases (bundle_id, owner_id)
    WHERE status = 'completed'`,
  `CREATE UNIQUE INDEX purchases_pending_once ON ext_bundles.purchases (bundle_id, owner_id) WHERE status = 'pending'`,
  `CREATE INDEX purchases_expiring ON ext_bundles.purchases (expires_at) WHERE status = 'pending'`,
  `CREATE INDEX purchases_due_of_bundle ON ext_bundles.purchases (bundle_id, expires_at) WHERE status = 'pending'`,
  'CREATE INDEX purchases_of_buyer ON ext_bundles.purchases (owner_id, created_at, id)',
  'CREATE INDEX purchases_of_seller ON ext_bundles.purchases (seller_id, created_at)',
  'CREATE INDEX purchases_completed_of_seller ON ext_bundles.purchases (seller_id, completed_at)',
  'CREATE INDEX purchases_of_bundle ON ext_bundles.purchases (bundle_id, created_at, id)',
  `CREATE TABLE ext_bundles.purchase_items (
    ${ROW},
    purchase_id uuid NOT NULL REFERENCES ext_bundles.purchases (id) ON DELETE CASCADE,
    ${ITEM},
    title text NOT NULL,
    value_minor int NOT NULL,
    allocated_minor int NOT NULL,
    state text NOT NULL CHECK (state IN ('included', 'owned', 'granted', 'revoked')),
    changed_at timestamptz(3) NOT NULL DEFAULT now(),
    ${TIMES}
  )`,
  'CREATE UNIQUE INDEX purchase_items_once ON ext_bundles.purchase_items (purchase_id, item_type, item_id)',
];

export class Bundles1790000033500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_bundles CASCADE'];
}
