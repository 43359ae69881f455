import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED}, updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const USER = 'uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const SELLER_KEPT = 'seller_id uuid REFERENCES account.users (id) ON DELETE SET NULL';
const PLAN = 'plan_id uuid NOT NULL REFERENCES ext_subscriptions.plans (id) ON DELETE CASCADE';
const SUBSCRIPTION = 'subscription_id uuid NOT NULL REFERENCES ext_subscriptions.subscriptions (id) ON DELETE CASCADE';
const INTERVAL = `interval text NOT NULL CHECK (interval IN ('week', 'month', 'year'))`;
const KIND = `kind text NOT NULL CHECK (kind IN ('perk', 'course', 'product'))`;
const ACTOR = `IN ('subscriber', 'seller', 'system')`;
const MOMENT = 'timestamptz(3)';

const TABLES = [
  'CREATE SCHEMA ext_subscriptions',
  `CREATE TABLE ext_subscriptions.plans (
    ${ROW},
    owner_id uuid REFERENCES account.users (id) ON DELETE CASCADE,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    listed boolean NOT NULL DEFAULT true,
    price_minor int NOT NULL CHECK (price_minor >= 0),
    currency char(3) NOT NULL DEFAULT 'usd',
    ${INTERVAL},
    interval_count int NOT NULL DEFAULT 1 CHECK (interval_count BETWEEN 1 AND 12),
    trial_days int NOT NULL DEFAULT 0 CHECK (trial_days BETWEEN 0 AND 90),
    grace_days int NOT NULL DEFAULT 7 CHECK (grace_days BETWEEN 0 AND 30),
    max_subscribers int,
    seats_taken int NOT NULL DEFAULT 0 CHECK (seats_taken >= 0),
    max_pause_days int NOT NULL DEFAULT 0 CHECK (max_pause_days BETWEEN 0 AND 180),
    ${TIMES}
  )`,
  `CREATE TABLE ext_subscriptions.plan_benefits (
    ${ROW},
    ${PLAN},
    ${KIND},
    key text,
    ref_id uuid,
    label text NOT NULL,
    position int NOT NULL,
    removed_at ${MOMENT},
    ${TIMES},
    CONSTRAINT plan_benefits_key_check
      CHECK ((key IS NOT NULL) = (kind = 'perk') AND (ref_id IS NULL) = (kind = 'perk'))
  )`,
  `CREATE TABLE ext_subscriptions.coupons (
    ${ROW},
    ${PLAN},
    code text NOT NULL,
    percent_bp int CHECK (percent_bp BETWEEN 1 AND 10000),
    amount_minor int CHECK (amount_minor > 0),
    periods int CHECK (periods > 0),
    max_uses int,
    used_count int NOT NULL DEFAULT 0,
    expires_at ${MOMENT},
    active boolean NOT NULL DEFAULT true,
    ${TIMES},
    CONSTRAINT coupons_reduction_check CHECK ((percent_bp IS NULL) <> (amount_minor IS NULL))
  )`,
  `CREATE TABLE ext_subscriptions.subscriptions (
    ${ROW},
    owner_id ${USER},
    ${SELLER_KEPT},
    ${PLAN},
    status text NOT NULL
      CHECK (status IN ('incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'expired')),
    source text NOT NULL DEFAULT 'purchase' CHECK (source IN ('purchase', 'grant')),
    price_minor int NOT NULL,
    currency char(3) NOT NULL,
    interval text NOT NULL,
    interval_count int NOT NULL,
    anchor_day smallint NOT NULL,
    period_start ${MOMENT},
    period_end ${MOMENT},
    trial_ends_at ${MOMENT},
    grace_until ${MOMENT},
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    cancel_reason text,
    cancel_comment text,
    canceled_by text CHECK (canceled_by ${ACTOR}),
    pending_plan_id uuid,
    pending_price_minor int,
    next_price_minor int,
    next_price_from ${MOMENT},
    credit_minor int NOT NULL DEFAULT 0 CHECK (credit_minor >= 0),
    paused_at ${MOMENT},
    resumes_at ${MOMENT},
    pause_left_seconds int,
    coupon_id uuid,
    coupon_periods_left int,
    coupon_percent_bp int,
    coupon_amount_minor int,
    affiliate_id uuid,
    payments_count int NOT NULL DEFAULT 0,
    started_at ${MOMENT},
    ended_at ${MOMENT},
    ${TIMES}
  )`,
  `CREATE TABLE ext_subscriptions.subscription_benefits (
    ${ROW},
    ${SUBSCRIPTION},
    ${KIND},
    key text,
    ref_id uuid,
    ends_at ${MOMENT},
    ended_at ${MOMENT},
    ${CREATED}
  )`,
  `CREATE TABLE ext_subscriptions.charges (
    ${ROW},
    owner_id uuid NOT NULL,
    ${SELLER_KEPT},
    subscription_id uuid REFERENCES ext_subscriptions.subscriptions (id) ON DELETE SET NULL,
    plan_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('initial', 'renewal', 'upgrade')),
    period_start ${MOMENT} NOT NULL,
    period_end ${MOMENT} NOT NULL,
    list_minor int NOT NULL,
    discount_minor int NOT NULL,
    credit_minor int NOT NULL,
    amount_minor int NOT NULL,
    refunded_minor int NOT NULL DEFAULT 0,
    currency char(3) NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'paid', 'void', 'refunded', 'needs_attention')),
    payment_id uuid,
    checkout_url text,
    reminders text[] NOT NULL DEFAULT '{}',
    due_at ${MOMENT} NOT NULL,
    checkout_expires_at ${MOMENT},
    credited_at ${MOMENT},
    paid_at ${MOMENT},
    refunded_at ${MOMENT},
    ${TIMES}
  )`,
  `CREATE TABLE ext_subscriptions.trials_used (${ROW}, seller_id ${USER}, owner_id ${USER}, ${CREATED})`,
  `CREATE TABLE ext_subscriptions.history (
    ${ROW},
    ${SUBSCRIPTION},
    type text NOT NULL,
    actor text NOT NULL CHECK (actor ${ACTOR}),
    data jsonb NOT NULL DEFAULT '{}',
    ${CREATED}
  )`,
];

const index = (name: string, on: string, where?: string, unique = false) =>
  `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ext_subscriptions.${on}${where ? ` WHERE ${where}` : ''}`;

const INDEXES = [
  index('plans_of_owner', 'plans (owner_id, status)'),
  index('plans_newest', 'plans (created_at DESC, id DESC)', `listed AND status = 'active'`),
  index('plans_search', `plans USING gin (to_tsvector('simple', name || ' ' || description))`),
  index('plan_benefits_key', 'plan_benefits (plan_id, key)', 'key IS NOT NULL AND removed_at IS NULL', true),
  index('plan_benefits_ref', 'plan_benefits (plan_id, ref_id)', 'ref_id IS NOT NULL AND removed_at IS NULL', true),
  index('coupons_code', 'coupons (plan_id, code)', undefined, true),
  index(
    'subscriptions_once',
    'subscriptions (plan_id, owner_id)',
    `status IN ('incomplete', 'trialing', 'active', 'past_due', 'paused')`,
    true,
  ),
  // The statistics of a seller with many subscribers read nothing but this index.
  index(
    'subscriptions_of_seller',
    `subscriptions (seller_id, status)
      INCLUDE (plan_id, price_minor, currency, interval, interval_count, source, cancel_at_period_end)`,
  ),
  index('subscriptions_of_seller_newest', 'subscriptions (seller_id, created_at DESC, id DESC)'),
  index('subscriptions_of_owner', 'subscriptions (owner_id)'),
  index('subscriptions_due', 'subscriptions (period_end, id)', `status IN ('trialing', 'active')`),
  index('subscriptions_in_grace', 'subscriptions (grace_until)', `status = 'past_due'`),
  index('subscriptions_resuming', 'subscriptions (resumes_at)', `status = 'paused'`),
  index('subscriptions_ended', 'subscriptions (seller_id, ended_at)', 'ended_at IS NOT NULL'),
  index('subscriptions_started', 'subscriptions (seller_id, started_at)', 'started_at IS NOT NULL'),
  index('subscriptions_trials', 'subscriptions (seller_id, trial_ends_at)', 'trial_ends_at IS NOT NULL'),
  index('subscription_benefits_of_subscription', 'subscription_benefits (subscription_id)'),
  index('subscription_benefits_ref', 'subscription_benefits (ref_id)', 'ended_at IS NULL'),
  index('subscription_benefits_key', 'subscription_benefits (key)', 'ended_at IS NULL'),
  index('subscription_benefits_ending', 'subscription_benefits (ends_at)', 'ended_at IS NULL AND ends_at IS NOT NULL'),
  index('charges_payment', 'charges (payment_id)', undefined, true),
  index('charges_open_once', 'charges (subscription_id)', `status = 'open'`, true),
  index('charges_paid_once', 'charges (subscription_id, period_start)', `status = 'paid' AND kind = 'renewal'`, true),
  index(
    'charges_of_seller',
    'charges (seller_id, paid_at) INCLUDE (currency, amount_minor, refunded_minor, kind, due_at, status)',
  ),
  index('charges_of_owner', 'charges (owner_id, created_at)'),
  index('charges_of_subscription', 'charges (subscription_id, created_at)'),
  index('charges_due', 'charges (due_at)', `status = 'open'`),
  index('charges_checkouts', 'charges (checkout_expires_at)', `status = 'open'`),
  index('charges_due_of_seller', 'charges (seller_id, due_at)', `kind = 'renewal'`),
  index('trials_used_once', 'trials_used (seller_id, owner_id)', undefined, true),
  index('trials_used_of_owner', 'trials_used (owner_id)'),
  index('history_of_subscription', 'history (subscription_id, created_at)'),
];

export class Subscriptions1790000034000 extends SqlMigration {
  protected readonly apply = [...TABLES, ...INDEXES];
  protected readonly revert = ['DROP SCHEMA ext_subscriptions CASCADE'];
}
