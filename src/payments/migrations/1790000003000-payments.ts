import { SqlMigration } from '../../platform/database/sql-migration.js';

/** The ledger account of the world outside the service: deposits come from it, payouts go to it. */
export const PROCESSOR_ACCOUNT = '00000000-0000-7000-8000-000000000001';

const STATEMENTS = [
  'CREATE SCHEMA payments',

  `CREATE TABLE payments.ledger_accounts (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    kind text NOT NULL CHECK (kind IN ('wallet', 'held', 'processor')),
    user_id uuid REFERENCES account.users ON DELETE SET NULL,
    balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX ledger_accounts_of_user ON payments.ledger_accounts (user_id, kind)',
  `INSERT INTO payments.ledger_accounts (id, kind) VALUES ('${PROCESSOR_ACCOUNT}', 'processor')`,

  `CREATE TABLE payments.ledger_transfers (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    kind text NOT NULL CHECK (kind IN ('deposit', 'hold', 'release', 'payout', 'tip')),
    debit_id uuid NOT NULL REFERENCES payments.ledger_accounts,
    credit_id uuid NOT NULL REFERENCES payments.ledger_accounts,
    amount bigint NOT NULL CHECK (amount > 0),
    reference uuid NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CHECK (debit_id <> credit_id)
  )`,
  'CREATE INDEX ON payments.ledger_transfers (debit_id)',
  'CREATE INDEX ON payments.ledger_transfers (credit_id)',
  // A repeated event or request can transfer only once for its payment, withdrawal or tip.
  'CREATE UNIQUE INDEX ledger_transfers_once ON payments.ledger_transfers (reference, kind)',

  // The processor's account stores no balance, because every deposit would wait for its row. The balance is minus the
  // sum of the other accounts.
  `CREATE FUNCTION payments.move_money() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM payments.ledger_accounts
        WHERE id IN (NEW.debit_id, NEW.credit_id) AND kind <> 'processor' ORDER BY id FOR NO KEY UPDATE;
      UPDATE payments.ledger_accounts
        SET balance = balance + CASE id WHEN NEW.credit_id THEN NEW.amount ELSE -NEW.amount END, updated_at = now()
        WHERE id IN (NEW.debit_id, NEW.credit_id) AND kind <> 'processor';
      RETURN NULL;
    END $$`,
  // AFTER INSERT, because with a conflict there is no row and no money may move. The name sorts before the triggers of
  // the foreign keys, which take a shared lock on the wallet: two transfers would then each wait for the other's lock.
  `CREATE TRIGGER "A_move_money" AFTER INSERT ON payments.ledger_transfers
    FOR EACH ROW EXECUTE FUNCTION payments.move_money()`,

  `CREATE FUNCTION payments.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger is only added to: % of % refused', TG_OP, TG_TABLE_NAME;
    END $$`,
  `CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON payments.ledger_transfers
    FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()`,
  `CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON payments.ledger_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()`,
  // Depth 0 is an UPDATE by hand; inside the transfer's trigger the depth is 1.
  `CREATE TRIGGER balance_follows_transfers BEFORE UPDATE OF balance ON payments.ledger_accounts
    FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION payments.refuse_change()`,
  `CREATE TRIGGER accounts_begin_empty BEFORE INSERT ON payments.ledger_accounts
    FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION payments.refuse_change()`,

  `CREATE TABLE payments.payments (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    kind text NOT NULL CHECK (kind IN ('deposit', 'checkout', 'plan')),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'failed', 'refunded')),
    buyer_id uuid REFERENCES account.users ON DELETE SET NULL,
    seller_id uuid REFERENCES account.users ON DELETE SET NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    fee bigint NOT NULL DEFAULT 0,
    refunded_amount bigint NOT NULL DEFAULT 0,
    description text,
    metadata jsonb NOT NULL DEFAULT '{}',
    session_id text,
    payment_intent_id text,
    flag text,
    fulfilled_at timestamptz(3),
    completed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT payments_fee_check CHECK (fee BETWEEN 0 AND amount),
    CONSTRAINT payments_refunded_check CHECK (refunded_amount BETWEEN 0 AND amount)
  )`,
  'CREATE UNIQUE INDEX payments_session ON payments.payments (session_id)',
  'CREATE INDEX payments_intent ON payments.payments (payment_intent_id)',
  'CREATE INDEX payments_of_buyer ON payments.payments (buyer_id, created_at, id)',
  'CREATE INDEX payments_of_seller ON payments.payments (seller_id, created_at, id)',
  `CREATE INDEX payments_sold ON payments.payments (seller_id) INCLUDE (currency, amount, refunded_amount)
    WHERE status = 'completed'`,

  `CREATE TABLE payments.wallet_transactions (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid REFERENCES account.users ON DELETE SET NULL,
    type text NOT NULL CHECK (type IN ('deposit', 'withdrawal')),
    amount bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
    payment_id uuid REFERENCES payments.payments,
    payout_begun_at timestamptz(3),
    processor_transfer_id text,
    decided_at timestamptz(3),
    decided_by uuid REFERENCES account.users ON DELETE SET NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT wallet_transactions_sign_check CHECK (CASE type WHEN 'deposit' THEN amount > 0 ELSE amount < 0 END)
  )`,
  'CREATE INDEX wallet_transactions_of_user ON payments.wallet_transactions (user_id, created_at, id)',
  // A second guard beside the ledger's: a payment is credited once.
  `CREATE UNIQUE INDEX wallet_transactions_deposit ON payments.wallet_transactions (payment_id) WHERE type = 'deposit'`,
  'CREATE INDEX wallet_transactions_of_payment ON payments.wallet_transactions (payment_id)',
  `CREATE INDEX wallet_transactions_asked_for ON payments.wallet_transactions (created_at, id)
    WHERE type = 'withdrawal' AND payment_id IS NULL`,
  `CREATE INDEX wallet_transactions_asked_for_by_status ON payments.wallet_transactions (status, created_at, id)
    WHERE type = 'withdrawal' AND payment_id IS NULL`,
  'CREATE INDEX ON payments.wallet_transactions (decided_by)',

  `CREATE TABLE payments.business_accounts (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    processor_account_id text NOT NULL,
    processor_charges_enabled boolean NOT NULL DEFAULT false,
    processor_payouts_enabled boolean NOT NULL DEFAULT false,
    processor_onboarding_complete boolean NOT NULL DEFAULT false,
    fee_basis_points integer CHECK (fee_basis_points BETWEEN 0 AND 10000),
    state_at timestamptz,
    state_event text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX business_accounts_of_user ON payments.business_accounts (user_id)',
  'CREATE INDEX business_accounts_at_processor ON payments.business_accounts (processor_account_id)',

  `CREATE TABLE payments.customers (
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    processor_customer_id text NOT NULL,
    PRIMARY KEY (user_id)
  )`,
  'CREATE UNIQUE INDEX customers_at_processor ON payments.customers (processor_customer_id)',

  `CREATE TABLE payments.subscriptions (
    processor_subscription_id text NOT NULL,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    purpose text NOT NULL,
    plan text,
    status text NOT NULL,
    expires_at timestamptz(3),
    started_at timestamptz NOT NULL,
    opened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (processor_subscription_id)
  )`,
  'CREATE INDEX subscriptions_of_user ON payments.subscriptions (user_id, purpose)',

  `CREATE TABLE payments.subscription_states (
    event_id text NOT NULL,
    processor_subscription_id text NOT NULL REFERENCES payments.subscriptions ON DELETE CASCADE,
    told_at timestamptz NOT NULL,
    rank smallint NOT NULL,
    status text NOT NULL,
    plan text,
    expires_at timestamptz(3),
    started_at timestamptz NOT NULL,
    PRIMARY KEY (event_id)
  )`,
  'CREATE INDEX ON payments.subscription_states (processor_subscription_id)',

  `CREATE TABLE payments.webhook_events (
    id text NOT NULL,
    type text NOT NULL,
    about text,
    outcome text NOT NULL DEFAULT 'applied',
    event_created_at timestamptz NOT NULL,
    received_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX webhook_events_by_age ON payments.webhook_events (received_at)',
];

export class Payments1790000003000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA payments CASCADE'];
}
