import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Account1790000002000 extends SqlMigration {
  protected readonly apply = [
    'CREATE SCHEMA account',
    'CREATE EXTENSION IF NOT EXISTS pg_trgm',
    `
      CREATE TABLE account.users (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        email text NOT NULL,
        password_hash text,
        role text NOT NULL DEFAULT 'user',
        type text,
        user_status text NOT NULL DEFAULT 'active',
        verified boolean NOT NULL DEFAULT false,
        username text,
        first_name text,
        last_name text,
        avatar_url text,
        bio text,
        follower_approval boolean NOT NULL DEFAULT false,
        email_verified_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id),
        CHECK (role IN ('user', 'admin', 'service_role')),
        CHECK (user_status IN ('active', 'suspended', 'banned'))
      )`,
    'CREATE UNIQUE INDEX users_email ON account.users (lower(email))',
    'CREATE UNIQUE INDEX users_username ON account.users (username)',
    'CREATE INDEX users_by_age ON account.users (created_at, id)',
    `
      CREATE INDEX users_search ON account.users USING gin (
        (coalesce(username, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops
      )`,
    `
      CREATE TABLE account.user_counters (
        user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
        posts_count integer NOT NULL DEFAULT 0,
        followers_count integer NOT NULL DEFAULT 0,
        following_count integer NOT NULL DEFAULT 0,
        PRIMARY KEY (user_id)
      )`,
    `
      CREATE TABLE account.sessions (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
        counter integer NOT NULL DEFAULT 0,
        rotated_at timestamptz,
        idle_ends_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        address inet,
        user_agent text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id)
      )`,
    'CREATE INDEX ON account.sessions (user_id)',
    `
      CREATE TABLE account.mail_tokens (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
        request_id uuid NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('verification', 'recovery')),
        token_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id)
      )`,
    'CREATE INDEX ON account.mail_tokens (user_id)',
    'CREATE UNIQUE INDEX mail_tokens_request ON account.mail_tokens (request_id)',
    'CREATE UNIQUE INDEX mail_tokens_hash ON account.mail_tokens (token_hash)',
    `
      CREATE TABLE account.api_keys (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
        name text NOT NULL,
        prefix text NOT NULL,
        key_hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3),
        expires_at timestamptz(3),
        PRIMARY KEY (id)
      )`,
    'CREATE INDEX ON account.api_keys (user_id)',
    'CREATE UNIQUE INDEX api_keys_hash ON account.api_keys (key_hash)',
    `
      CREATE TABLE account.exports (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
        content jsonb,
        ready_at timestamptz(3),
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id)
      )`,
    'CREATE INDEX ON account.exports (user_id)',
  ];
  protected readonly revert = ['DROP SCHEMA account CASCADE'];
}
