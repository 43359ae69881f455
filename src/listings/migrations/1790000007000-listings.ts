import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA listings',

  // Amounts are in hundredths, as in the wallets.
  `CREATE TABLE listings.settings (
    id boolean NOT NULL DEFAULT true CHECK (id),
    impression_cost bigint NOT NULL DEFAULT 1 CHECK (impression_cost >= 0),
    PRIMARY KEY (id)
  )`,
  'INSERT INTO listings.settings DEFAULT VALUES',

  `CREATE TABLE listings.ads (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    title text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'rejected', 'paused')),
    budget bigint NOT NULL CHECK (budget > 0),
    spent_budget bigint NOT NULL DEFAULT 0,
    views_count bigint NOT NULL DEFAULT 0,
    media_url text,
    target_url text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT ads_spent_budget_check CHECK (spent_budget BETWEEN 0 AND budget)
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX ads_of_user ON listings.ads (user_id, created_at, id)',
  'CREATE INDEX ads_newest ON listings.ads (created_at, id)',

  `CREATE TABLE listings.jobs (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    title text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'rejected', 'closed')),
    location text NOT NULL,
    description text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX jobs_of_user ON listings.jobs (user_id, created_at, id)',
  `CREATE INDEX jobs_active ON listings.jobs (created_at, id) WHERE status = 'active'`,
  'CREATE INDEX jobs_newest ON listings.jobs (created_at, id)',

  `CREATE TABLE listings.categories (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    name text NOT NULL,
    parent_id uuid REFERENCES listings.categories ON DELETE SET NULL,
    slug text NOT NULL,
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX categories_slug ON listings.categories (slug)',
  'CREATE INDEX ON listings.categories (parent_id)',
];

export class Listings1790000007000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA listings CASCADE'];
}
