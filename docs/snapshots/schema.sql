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

TABLE platform.idempotent_answers
  key_hash bytea NOT NULL
  body_hash bytea NOT NULL
  status smallint
  answer bytea
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
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
