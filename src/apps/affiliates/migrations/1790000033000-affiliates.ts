import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const user = (column: string) => `${column} uuid REFERENCES account.users (id) ON DELETE SET NULL`;
const of = (table: string, column: string, how = 'NOT NULL ') =>
  `${column} uuid ${how}REFERENCES ext_affiliates.${table} (id) ON DELETE CASCADE`;

const PROGRAMS = [
  'CREATE SCHEMA ext_affiliates',
  `CREATE TABLE ext_affiliates.programs (
    ${ROW},
    ${user('owner_id')},
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'closed')),
    commission_type text NOT NULL CHECK (commission_type IN ('percent', 'fixed')),
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 9000),
    fixed_minor int CHECK (fixed_minor > 0),
    currency char(3) NOT NULL DEFAULT 'usd',
    recurring_payments int NOT NULL DEFAULT 1 CHECK (recurring_payments BETWEEN 0 AND 120),
    attribution_days int NOT NULL DEFAULT 30 CHECK (attribution_days BETWEEN 1 AND 365),
    hold_days int NOT NULL DEFAULT 30 CHECK (hold_days BETWEEN 0 AND 180),
    auto_approve_affiliates boolean NOT NULL DEFAULT false,
    codes_without_click boolean NOT NULL DEFAULT true,
    min_payout_minor int NOT NULL DEFAULT 0,
    landing_url text NOT NULL,
    terms text NOT NULL DEFAULT '',
    scope text NOT NULL DEFAULT 'all' CHECK (scope IN ('all', 'items')),
    listed boolean NOT NULL DEFAULT true,
    told_through uuid,
    ${CREATED},
    ${UPDATED},
    CONSTRAINT programs_commission_check CHECK (
      (percent_bp IS NOT NULL) = (commission_type = 'percent') AND (fixed_minor IS NOT NULL) = (commission_type = 'fixed'))
  )`,
  'CREATE INDEX programs_of_owner ON ext_affiliates.programs (owner_id, status)',
  'CREATE INDEX programs_newest ON ext_affiliates.programs (created_at, id)',
  `CREATE INDEX programs_directory ON ext_affiliates.programs (created_at) WHERE listed AND status = 'active'`,
  `CREATE TABLE ext_affiliates.program_items (
    ${ROW},
    ${of('programs', 'program_id')},
    app_slug text NOT NULL CHECK (app_slug IN ('products', 'courses', 'bundles', 'subscriptions')),
    item_id uuid NOT NULL,
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 9000),
    ${CREATED},
    UNIQUE (program_id, app_slug, item_id)
  )`,
  `CREATE TABLE ext_affiliates.program_days (
    ${ROW}, ${of('programs', 'program_id')}, day date NOT NULL, clicks int NOT NULL, visitors int NOT NULL, ${CREATED},
    UNIQUE (program_id, day)
  )`,
  'CREATE INDEX program_days_day ON ext_affiliates.program_days (day)',
];

const AFFILIATES = [
  `CREATE TABLE ext_affiliates.affiliates (
    ${ROW},
    ${user('owner_id')},
    ${of('programs', 'program_id')},
    code text NOT NULL UNIQUE,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'rejected', 'suspended')),
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 9000),
    fixed_minor int CHECK (fixed_minor > 0),
    application text NOT NULL DEFAULT '',
    decision_note text,
    decided_at timestamptz(3),
    clicks_count int NOT NULL DEFAULT 0,
    revenue_sum bigint NOT NULL DEFAULT 0,
    unpaid_sum bigint NOT NULL DEFAULT 0,
    ${CREATED},
    ${UPDATED},
    CONSTRAINT affiliates_rate_check CHECK (percent_bp IS NULL OR fixed_minor IS NULL),
    UNIQUE (program_id, owner_id)
  )`,
  'CREATE INDEX affiliates_of_owner ON ext_affiliates.affiliates (owner_id, created_at, id)',
  'CREATE INDEX affiliates_of_program ON ext_affiliates.affiliates (program_id, status)',
  'CREATE INDEX affiliates_newest ON ext_affiliates.affiliates (program_id, created_at, id)',
  'CREATE INDEX affiliates_by_revenue ON ext_affiliates.affiliates (program_id, revenue_sum, id)',
  'CREATE INDEX affiliates_by_unpaid ON ext_affiliates.affiliates (program_id, unpaid_sum, id)',
  `CREATE TABLE ext_affiliates.affiliate_sums (
    ${ROW},
    ${of('affiliates', 'affiliate_id')},
    currency char(3) NOT NULL,
    conversions int NOT NULL DEFAULT 0,
    revenue_minor bigint NOT NULL DEFAULT 0,
    pending_minor bigint NOT NULL DEFAULT 0,
    payable_minor bigint NOT NULL DEFAULT 0,
    in_payout_minor bigint NOT NULL DEFAULT 0,
    paid_minor bigint NOT NULL DEFAULT 0,
    ${CREATED},
    UNIQUE (affiliate_id, currency)
  )`,
  `CREATE TABLE ext_affiliates.clicks (
    ${ROW},
    ${of('affiliates', 'affiliate_id')},
    token text NOT NULL UNIQUE,
    visitor_hash text NOT NULL,
    half_hour int NOT NULL,
    path text NOT NULL,
    referrer_host text,
    expires_at timestamptz(3) NOT NULL,
    ${CREATED},
    CONSTRAINT clicks_once_key UNIQUE (affiliate_id, visitor_hash, half_hour)
  )`,
  'CREATE INDEX clicks_of_affiliate ON ext_affiliates.clicks (affiliate_id, created_at)',
  'CREATE INDEX clicks_expiring ON ext_affiliates.clicks (expires_at)',
  `CREATE TABLE ext_affiliates.click_days (
    ${ROW}, ${of('affiliates', 'affiliate_id')}, day date NOT NULL, clicks int NOT NULL, visitors int NOT NULL,
    ${CREATED}, UNIQUE (affiliate_id, day)
  )`,
  'CREATE INDEX click_days_day ON ext_affiliates.click_days (day)',
  `CREATE TABLE ext_affiliates.rollup_state (${ROW}, name text NOT NULL UNIQUE, rolled_through date, ${CREATED})`,
  `CREATE TABLE ext_affiliates.referrals (
    ${ROW},
    ${of('affiliates', 'affiliate_id')},
    buyer_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    app_slug text NOT NULL,
    item_id uuid NOT NULL,
    matched_by text NOT NULL,
    click_id uuid,
    ${CREATED},
    ${UPDATED},
    CONSTRAINT referrals_key UNIQUE (affiliate_id, buyer_id, app_slug, item_id)
  )`,
  'CREATE INDEX referrals_of_buyer ON ext_affiliates.referrals (buyer_id)',
];

const BOOKS = [
  `CREATE TABLE ext_affiliates.conversions (
    ${ROW},
    ${of('programs', 'program_id')},
    ${of('affiliates', 'affiliate_id')},
    click_id uuid,
    matched_by text NOT NULL CHECK (matched_by IN ('click', 'code', 'api')),
    source text NOT NULL CHECK (source IN ('platform', 'external')),
    app_slug text,
    item_id uuid,
    reference_type text,
    reference_id uuid,
    payment_id uuid,
    external_id text,
    buyer_id uuid,
    payment_number int NOT NULL DEFAULT 1,
    amount_minor int NOT NULL,
    refunded_minor int NOT NULL DEFAULT 0,
    earned_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    rate_bp int,
    status text NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'reversed')),
    occurred_at timestamptz(3) NOT NULL,
    ${CREATED},
    ${UPDATED},
    CONSTRAINT conversions_refunded_minor_check CHECK (refunded_minor BETWEEN 0 AND amount_minor)
  )`,
  'CREATE UNIQUE INDEX conversions_payment ON ext_affiliates.conversions (payment_id) WHERE payment_id IS NOT NULL',
  `CREATE UNIQUE INDEX conversions_external ON ext_affiliates.conversions (program_id, external_id)
    WHERE external_id IS NOT NULL`,
  'CREATE INDEX conversions_of_affiliate ON ext_affiliates.conversions (affiliate_id, occurred_at)',
  'CREATE INDEX conversions_of_program ON ext_affiliates.conversions (program_id, occurred_at)',
  'CREATE INDEX conversions_of_click ON ext_affiliates.conversions (click_id) WHERE click_id IS NOT NULL',
  `CREATE TABLE ext_affiliates.commissions (
    ${ROW},
    ${user('owner_id')},
    ${user('merchant_id')},
    ${of('affiliates', 'affiliate_id')},
    ${of('conversions', 'conversion_id', '')},
    kind text NOT NULL CHECK (kind IN ('earning', 'adjustment')),
    amount_minor int NOT NULL,
    currency char(3) NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed', 'paid')),
    payable_at timestamptz(3) NOT NULL,
    payout_id uuid,
    reason text,
    approved_at timestamptz(3),
    paid_at timestamptz(3),
    announced_at timestamptz(3),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE UNIQUE INDEX commissions_earning ON ext_affiliates.commissions (conversion_id) WHERE kind = 'earning'`,
  'CREATE INDEX commissions_of_conversion ON ext_affiliates.commissions (conversion_id)',
  'CREATE INDEX commissions_of_affiliate ON ext_affiliates.commissions (affiliate_id, status)',
  'CREATE INDEX commissions_of_owner ON ext_affiliates.commissions (owner_id, created_at, id)',
  'CREATE INDEX commissions_of_merchant ON ext_affiliates.commissions (merchant_id, created_at, id)',
  `CREATE INDEX commissions_due ON ext_affiliates.commissions (payable_at) WHERE status = 'pending'`,
  'CREATE INDEX commissions_of_payout ON ext_affiliates.commissions (payout_id) WHERE payout_id IS NOT NULL',
  'CREATE INDEX commissions_unannounced ON ext_affiliates.commissions (owner_id) WHERE announced_at IS NULL',
  `CREATE TABLE ext_affiliates.payouts (
    ${ROW},
    ${user('owner_id')},
    ${user('merchant_id')},
    ${of('affiliates', 'affiliate_id')},
    amount_minor int NOT NULL CHECK (amount_minor > 0),
    refunded_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    method text NOT NULL CHECK (method IN ('platform', 'manual')),
    status text NOT NULL CHECK (status IN ('pending', 'paid', 'expired', 'reversed')),
    payment_id uuid UNIQUE,
    checkout_url text,
    reference text,
    expires_at timestamptz(3),
    paid_at timestamptz(3),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE UNIQUE INDEX payouts_pending_once ON ext_affiliates.payouts (affiliate_id, currency) WHERE status = 'pending'`,
  `CREATE INDEX payouts_expiring ON ext_affiliates.payouts (expires_at) WHERE status = 'pending'`,
  'CREATE INDEX payouts_of_affiliate ON ext_affiliates.payouts (affiliate_id)',
  'CREATE INDEX payouts_of_owner ON ext_affiliates.payouts (owner_id, created_at, id)',
  'CREATE INDEX payouts_of_merchant ON ext_affiliates.payouts (merchant_id, created_at, id)',
  `CREATE TABLE ext_affiliates.payout_items (
    ${ROW}, ${of('payouts', 'payout_id')}, ${of('commissions', 'commission_id')}, amount_minor int NOT NULL, ${CREATED},
    UNIQUE (payout_id, commission_id)
  )`,
  'CREATE INDEX payout_items_of_commission ON ext_affiliates.payout_items (commission_id)',
];

const inStatus = (row: string, status: string, more = '') =>
  `CASE WHEN ${row}.status = '${status}' ${more} THEN ${row}.amount_minor ELSE 0 END`;
const changed = (status: string, more: (row: string) => string = () => '') =>
  `${inStatus('NEW', status, more('NEW'))} - ${inStatus('OLD', status, more('OLD'))}`;
const live = (row: string, value: string) => `CASE WHEN ${row}.status = 'live' THEN ${value} ELSE 0 END`;

// In an INSERT, OLD is a row of NULLs. Every statement that writes these rows holds the lock on the affiliate.
const SUMS = [
  `CREATE FUNCTION ext_affiliates.sum_commission() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE payable bigint := ${changed('approved', (row) => `AND ${row}.payout_id IS NULL`)};
    BEGIN
      INSERT INTO ext_affiliates.affiliate_sums AS s
        (affiliate_id, currency, pending_minor, payable_minor, in_payout_minor, paid_minor)
      VALUES (NEW.affiliate_id, NEW.currency, ${changed('pending')}, payable,
        ${changed('approved', (row) => `AND ${row}.payout_id IS NOT NULL`)}, ${changed('paid')})
      ON CONFLICT (affiliate_id, currency) DO UPDATE SET pending_minor = s.pending_minor + excluded.pending_minor,
        payable_minor = s.payable_minor + excluded.payable_minor,
        in_payout_minor = s.in_payout_minor + excluded.in_payout_minor, paid_minor = s.paid_minor + excluded.paid_minor;
      IF payable <> 0 THEN
        UPDATE ext_affiliates.affiliates SET unpaid_sum = unpaid_sum + payable WHERE id = NEW.affiliate_id;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER commissions_sum AFTER INSERT OR UPDATE OF status, amount_minor, payout_id ON ext_affiliates.commissions
    FOR EACH ROW EXECUTE FUNCTION ext_affiliates.sum_commission()`,
  `CREATE FUNCTION ext_affiliates.sum_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE revenue bigint := ${live('NEW', 'NEW.amount_minor')} - ${live('OLD', 'OLD.amount_minor')};
    BEGIN
      INSERT INTO ext_affiliates.affiliate_sums AS s (affiliate_id, currency, conversions, revenue_minor)
      VALUES (NEW.affiliate_id, NEW.currency, ${live('NEW', '1')} - ${live('OLD', '1')}, revenue)
      ON CONFLICT (affiliate_id, currency) DO UPDATE SET conversions = s.conversions + excluded.conversions,
        revenue_minor = s.revenue_minor + excluded.revenue_minor;
      IF revenue <> 0 THEN
        UPDATE ext_affiliates.affiliates SET revenue_sum = revenue_sum + revenue WHERE id = NEW.affiliate_id;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER conversions_sum AFTER INSERT OR UPDATE OF status ON ext_affiliates.conversions
    FOR EACH ROW EXECUTE FUNCTION ext_affiliates.sum_conversion()`,
];

export class Affiliates1790000033000 extends SqlMigration {
  protected readonly apply = [...PROGRAMS, ...AFFILIATES, ...BOOKS, ...SUMS];
  protected readonly revert = ['DROP SCHEMA ext_affiliates CASCADE'];
}
