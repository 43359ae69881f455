TABLE account.api_keys
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  name text NOT NULL
  prefix text NOT NULL
  key_hash bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  last_used_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX api_keys_user_id_idx ON account.api_keys USING btree (user_id)
  CREATE UNIQUE INDEX api_keys_hash ON account.api_keys USING btree (key_hash)

TABLE account.exports
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  content jsonb
  ready_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT exports_pkey PRIMARY KEY (id)
  CONSTRAINT exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX exports_user_id_idx ON account.exports USING btree (user_id)

TABLE account.mail_tokens
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  request_id uuid NOT NULL
  purpose text NOT NULL
  token_hash bytea NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  used_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT mail_tokens_pkey PRIMARY KEY (id)
  CONSTRAINT mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verification'::text, 'recovery'::text])))
  CONSTRAINT mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX mail_tokens_user_id_idx ON account.mail_tokens USING btree (user_id)
  CREATE UNIQUE INDEX mail_tokens_hash ON account.mail_tokens USING btree (token_hash)
  CREATE UNIQUE INDEX mail_tokens_request ON account.mail_tokens USING btree (request_id)

TABLE account.sessions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  counter integer NOT NULL DEFAULT 0
  rotated_at timestamp with time zone
  idle_ends_at timestamp(3) with time zone NOT NULL
  ends_at timestamp(3) with time zone NOT NULL
  revoked_at timestamp(3) with time zone
  address inet
  user_agent text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  last_used_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX sessions_user_id_idx ON account.sessions USING btree (user_id)

TABLE account.user_counters
  user_id uuid NOT NULL
  posts_count integer NOT NULL DEFAULT 0
  followers_count integer NOT NULL DEFAULT 0
  following_count integer NOT NULL DEFAULT 0
  CONSTRAINT user_counters_pkey PRIMARY KEY (user_id)
  CONSTRAINT user_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE account.users
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  email text NOT NULL
  password_hash text
  role text NOT NULL DEFAULT 'user'::text
  type text
  user_status text NOT NULL DEFAULT 'active'::text
  verified boolean NOT NULL DEFAULT false
  username text
  first_name text
  last_name text
  avatar_url text
  bio text
  follower_approval boolean NOT NULL DEFAULT false
  email_verified_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  subscription_plan text
  subscription_status text
  subscription_expires_at timestamp(3) with time zone
  CONSTRAINT users_pkey PRIMARY KEY (id)
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text, 'service_role'::text])))
  CONSTRAINT users_user_status_check CHECK ((user_status = ANY (ARRAY['active'::text, 'suspended'::text, 'banned'::text])))
  CREATE INDEX users_by_age ON account.users USING btree (created_at, id)
  CREATE INDEX users_search ON account.users USING gin ((((((COALESCE(username, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(last_name, ''::text))) gin_trgm_ops)
  CREATE UNIQUE INDEX users_email ON account.users USING btree (lower(email))
  CREATE UNIQUE INDEX users_username ON account.users USING btree (username)

TABLE events.domain_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  type text NOT NULL
  actor_id uuid
  data jsonb NOT NULL
  depth smallint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT domain_events_pkey PRIMARY KEY (id)
  CREATE INDEX domain_events_by_actor ON events.domain_events USING btree (actor_id, created_at)
  CREATE INDEX domain_events_by_type ON events.domain_events USING btree (type, created_at)

TABLE payments.business_accounts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  processor_account_id text NOT NULL
  processor_charges_enabled boolean NOT NULL DEFAULT false
  processor_payouts_enabled boolean NOT NULL DEFAULT false
  processor_onboarding_complete boolean NOT NULL DEFAULT false
  fee_basis_points integer
  state_at timestamp with time zone
  state_event text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT business_accounts_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000)))
  CONSTRAINT business_accounts_pkey PRIMARY KEY (id)
  CONSTRAINT business_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX business_accounts_at_processor ON payments.business_accounts USING btree (processor_account_id)
  CREATE UNIQUE INDEX business_accounts_of_user ON payments.business_accounts USING btree (user_id)

TABLE payments.customers
  user_id uuid NOT NULL
  processor_customer_id text NOT NULL
  CONSTRAINT customers_pkey PRIMARY KEY (user_id)
  CONSTRAINT customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX customers_at_processor ON payments.customers USING btree (processor_customer_id)

TABLE payments.ledger_accounts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  user_id uuid
  balance bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ledger_accounts_balance_check CHECK ((balance >= 0))
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'held'::text, 'processor'::text])))
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id)
  CONSTRAINT ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE UNIQUE INDEX ledger_accounts_of_user ON payments.ledger_accounts USING btree (user_id, kind)
  CREATE TRIGGER accounts_begin_empty BEFORE INSERT ON payments.ledger_accounts FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION payments.refuse_change()
  CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON payments.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()
  CREATE TRIGGER balance_follows_transfers BEFORE UPDATE OF balance ON payments.ledger_accounts FOR EACH ROW WHEN ((pg_trigger_depth() < 1)) EXECUTE FUNCTION payments.refuse_change()

TABLE payments.ledger_transfers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  debit_id uuid NOT NULL
  credit_id uuid NOT NULL
  amount bigint NOT NULL
  reference uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ledger_transfers_amount_check CHECK ((amount > 0))
  CONSTRAINT ledger_transfers_check CHECK ((debit_id <> credit_id))
  CONSTRAINT ledger_transfers_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES payments.ledger_accounts(id)
  CONSTRAINT ledger_transfers_debit_id_fkey FOREIGN KEY (debit_id) REFERENCES payments.ledger_accounts(id)
  CONSTRAINT ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'hold'::text, 'release'::text, 'payout'::text, 'tip'::text])))
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id)
  CREATE INDEX ledger_transfers_credit_id_idx ON payments.ledger_transfers USING btree (credit_id)
  CREATE INDEX ledger_transfers_debit_id_idx ON payments.ledger_transfers USING btree (debit_id)
  CREATE UNIQUE INDEX ledger_transfers_once ON payments.ledger_transfers USING btree (reference, kind)
  CREATE TRIGGER "A_move_money" AFTER INSERT ON payments.ledger_transfers FOR EACH ROW EXECUTE FUNCTION payments.move_money()
  CREATE TRIGGER transfers_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON payments.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()

TABLE payments.payments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  buyer_id uuid
  seller_id uuid
  amount bigint NOT NULL
  currency text NOT NULL
  fee bigint NOT NULL DEFAULT 0
  refunded_amount bigint NOT NULL DEFAULT 0
  description text
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  session_id text
  payment_intent_id text
  flag text
  fulfilled_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT payments_amount_check CHECK ((amount > 0))
  CONSTRAINT payments_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payments_fee_check CHECK (((fee >= 0) AND (fee <= amount)))
  CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'checkout'::text, 'plan'::text])))
  CONSTRAINT payments_pkey PRIMARY KEY (id)
  CONSTRAINT payments_refunded_check CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount)))
  CONSTRAINT payments_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'refunded'::text])))
  CREATE INDEX payments_intent ON payments.payments USING btree (payment_intent_id)
  CREATE INDEX payments_of_buyer ON payments.payments USING btree (buyer_id, created_at, id)
  CREATE INDEX payments_of_seller ON payments.payments USING btree (seller_id, created_at, id)
  CREATE INDEX payments_sold ON payments.payments USING btree (seller_id) INCLUDE (currency, amount, refunded_amount) WHERE (status = 'completed'::text)
  CREATE UNIQUE INDEX payments_session ON payments.payments USING btree (session_id)

TABLE payments.subscription_states
  event_id text NOT NULL
  processor_subscription_id text NOT NULL
  told_at timestamp with time zone NOT NULL
  rank smallint NOT NULL
  status text NOT NULL
  plan text
  expires_at timestamp(3) with time zone
  started_at timestamp with time zone NOT NULL
  CONSTRAINT subscription_states_pkey PRIMARY KEY (event_id)
  CONSTRAINT subscription_states_processor_subscription_id_fkey FOREIGN KEY (processor_subscription_id) REFERENCES payments.subscriptions(processor_subscription_id) ON DELETE CASCADE
  CREATE INDEX subscription_states_processor_subscription_id_idx ON payments.subscription_states USING btree (processor_subscription_id)

TABLE payments.subscriptions
  processor_subscription_id text NOT NULL
  user_id uuid NOT NULL
  purpose text NOT NULL
  plan text
  status text NOT NULL
  expires_at timestamp(3) with time zone
  started_at timestamp with time zone NOT NULL
  opened_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT subscriptions_pkey PRIMARY KEY (processor_subscription_id)
  CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX subscriptions_of_user ON payments.subscriptions USING btree (user_id, purpose)

TABLE payments.wallet_transactions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid
  type text NOT NULL
  amount bigint NOT NULL
  status text NOT NULL
  payment_id uuid
  payout_begun_at timestamp(3) with time zone
  processor_transfer_id text
  decided_at timestamp(3) with time zone
  decided_by uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT wallet_transactions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT wallet_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id)
  CONSTRAINT wallet_transactions_pkey PRIMARY KEY (id)
  CONSTRAINT wallet_transactions_sign_check CHECK (
CASE type
    WHEN 'deposit'::text THEN (amount > 0)
    ELSE (amount < 0)
END)
  CONSTRAINT wallet_transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
  CONSTRAINT wallet_transactions_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdrawal'::text])))
  CONSTRAINT wallet_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX wallet_transactions_asked_for ON payments.wallet_transactions USING btree (created_at, id) WHERE ((type = 'withdrawal'::text) AND (payment_id IS NULL))
  CREATE INDEX wallet_transactions_asked_for_by_status ON payments.wallet_transactions USING btree (status, created_at, id) WHERE ((type = 'withdrawal'::text) AND (payment_id IS NULL))
  CREATE INDEX wallet_transactions_decided_by_idx ON payments.wallet_transactions USING btree (decided_by)
  CREATE INDEX wallet_transactions_of_payment ON payments.wallet_transactions USING btree (payment_id)
  CREATE INDEX wallet_transactions_of_user ON payments.wallet_transactions USING btree (user_id, created_at, id)
  CREATE UNIQUE INDEX wallet_transactions_deposit ON payments.wallet_transactions USING btree (payment_id) WHERE (type = 'deposit'::text)

TABLE payments.webhook_events
  id text NOT NULL
  type text NOT NULL
  about text
  outcome text NOT NULL DEFAULT 'applied'::text
  event_created_at timestamp with time zone NOT NULL
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
  CREATE INDEX webhook_events_by_age ON payments.webhook_events USING btree (received_at)

TABLE platform.idempotent_answers
  key_hash bytea NOT NULL
  body_hash bytea NOT NULL
  status smallint
  answer bytea
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  operation_id uuid NOT NULL DEFAULT platform.uuid_v7()
  CONSTRAINT idempotent_answers_pkey PRIMARY KEY (key_hash)
  CREATE INDEX idempotent_answers_age ON platform.idempotent_answers USING btree (created_at)

TABLE platform.limits
  key character varying(255) NOT NULL
  points integer NOT NULL DEFAULT 0
  expire bigint
  CONSTRAINT limits_pkey PRIMARY KEY (key)
  CREATE INDEX limits_expire ON platform.limits USING btree (expire)

TABLE platform.migrations
  id integer NOT NULL DEFAULT nextval('platform.migrations_id_seq'::regclass)
  timestamp bigint NOT NULL
  name character varying NOT NULL
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
