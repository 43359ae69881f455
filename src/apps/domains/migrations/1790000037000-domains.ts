import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const ROUTINGS = `CHECK (routing IN ('unknown', 'ok', 'proxied', 'wrong', 'missing'))`;

const STATEMENTS = [
  'CREATE SCHEMA ext_domains',
  `CREATE TABLE ext_domains.domains (
    ${ROW},
    owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
    host text NOT NULL,
    is_apex boolean NOT NULL,
    status text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'verified', 'failed', 'lapsed', 'removed')),
    token text NOT NULL,
    routing text NOT NULL DEFAULT 'unknown' ${ROUTINGS},
    target_app text CHECK (target_app IN ('shortlinks', 'biolinks', 'blog', 'redirect')),
    target_id uuid,
    redirect_url text,
    root_url text,
    not_found_url text,
    verified_at timestamptz(3),
    mapped_at timestamptz(3),
    last_checked_at timestamptz(3),
    next_check_at timestamptz(3),
    bad_since timestamptz(3),
    last_seen_on date,
    check_count int NOT NULL DEFAULT 0,
    last_problem text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    UNIQUE (owner_id, host),
    CONSTRAINT domains_target_id
      CHECK ((target_id IS NOT NULL) = coalesce(target_app IN ('biolinks', 'blog'), false)),
    CONSTRAINT domains_redirect_url CHECK ((redirect_url IS NOT NULL) = coalesce(target_app = 'redirect', false))
  )`,
  'CREATE INDEX domains_of_owner ON ext_domains.domains (owner_id, created_at, id)',
  `CREATE UNIQUE INDEX domains_verified_host ON ext_domains.domains (host) WHERE status = 'verified'`,
  'CREATE INDEX domains_due ON ext_domains.domains (next_check_at) WHERE next_check_at IS NOT NULL',
  'CREATE INDEX domains_target ON ext_domains.domains (target_id) WHERE target_id IS NOT NULL',
  `CREATE TABLE ext_domains.checks (
    ${ROW},
    domain_id uuid NOT NULL REFERENCES ext_domains.domains (id) ON DELETE CASCADE,
    trigger text NOT NULL CHECK (trigger IN ('added', 'manual', 'scheduled')),
    txt_ok boolean NOT NULL,
    routing text NOT NULL ${ROUTINGS},
    problem text,
    answers jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX checks_of_domain ON ext_domains.checks (domain_id, created_at)',
];

export class Domains1790000037000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_domains CASCADE'];
}
