import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
// Null: the account is deleted, and the client has an issued document that stays.
const OWNER_OR_NONE = 'owner_id uuid REFERENCES account.users (id) ON DELETE CASCADE';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const TIMES = `${CREATED},
    updated_at timestamptz(3) NOT NULL DEFAULT now()`;
const ACTIVE = `status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived'))`;
const TAX_RATE = 'tax_rate_id uuid REFERENCES ext_invoicing.tax_rates (id) ON DELETE SET NULL';
const UNPAID = `kind = 'invoice' AND status = 'issued' AND paid_minor + credited_minor < total_minor`;
const NEWEST_DUE = '(owner_id, created_at DESC, id DESC, due_date)';

const STATEMENTS = [
  'CREATE SCHEMA ext_invoicing',
  `CREATE TABLE ext_invoicing.tax_rates (
    ${ROW},
    ${OWNER},
    name text NOT NULL,
    rate_ppm int NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
    ${ACTIVE},
    ${TIMES}
  )`,
  `CREATE UNIQUE INDEX tax_rates_name ON ext_invoicing.tax_rates (owner_id, lower(name)) WHERE status = 'active'`,
  'CREATE INDEX tax_rates_by_name ON ext_invoicing.tax_rates (owner_id, lower(name), id)',

  `CREATE TABLE ext_invoicing.clients (
    ${ROW},
    ${OWNER_OR_NONE},
    name text NOT NULL,
    contact_name text,
    email text,
    phone text,
    user_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
    tax_number text,
    address jsonb,
    currency char(3) NOT NULL,
    payment_terms_days int CHECK (payment_terms_days BETWEEN 0 AND 365),
    ${TAX_RATE},
    notes text,
    credit_minor bigint NOT NULL DEFAULT 0 CHECK (credit_minor >= 0),
    ${ACTIVE},
    ${TIMES}
  )`,
  'CREATE INDEX clients_by_name ON ext_invoicing.clients (owner_id, status, lower(name), id)',
  'CREATE INDEX clients_of_email ON ext_invoicing.clients (owner_id, email)',
  'CREATE INDEX clients_of_user ON ext_invoicing.clients (user_id)',
  'CREATE INDEX clients_of_tax_rate ON ext_invoicing.clients (tax_rate_id)',

  `CREATE TABLE ext_invoicing.items (
    ${ROW},
    ${OWNER},
    name text NOT NULL,
    description text,
    unit text,
    unit_price_minor bigint NOT NULL,
    currency char(3) NOT NULL,
    ${TAX_RATE},
    ${ACTIVE},
    ${TIMES}
  )`,
  'CREATE INDEX items_by_name ON ext_invoicing.items (owner_id, status, lower(name), id)',
  'CREATE INDEX items_of_tax_rate ON ext_invoicing.items (tax_rate_id)',

  `CREATE TABLE ext_invoicing.recurring_invoices (
    ${ROW},
    ${OWNER},
    client_id uuid NOT NULL REFERENCES ext_invoicing.clients (id) ON DELETE CASCADE,
    template jsonb NOT NULL,
    every int NOT NULL DEFAULT 1 CHECK (every BETWEEN 1 AND 12),
    unit text NOT NULL CHECK (unit IN ('week', 'month', 'quarter', 'year')),
    start_date date NOT NULL,
    next_date date,
    end_date date,
    max_count int CHECK (max_count > 0),
    made_count int NOT NULL DEFAULT 0,
    mode text NOT NULL DEFAULT 'draft' CHECK (mode IN ('draft', 'issue', 'send')),
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'ended')),
    failures int NOT NULL DEFAULT 0,
    last_error text,
    ${TIMES}
  )`,
  `CREATE INDEX recurring_due ON ext_invoicing.recurring_invoices (next_date, id) WHERE status = 'active'`,
  'CREATE INDEX recurring_of_owner ON ext_invoicing.recurring_invoices (owner_id, status, created_at, id)',
  'CREATE INDEX recurring_of_client ON ext_invoicing.recurring_invoices (client_id)',

  `CREATE TABLE ext_invoicing.documents (
    ${ROW},
    ${OWNER_OR_NONE},
    client_id uuid NOT NULL REFERENCES ext_invoicing.clients (id) ON DELETE CASCADE,
    kind text NOT NULL DEFAULT 'invoice' CHECK (kind IN ('invoice', 'credit_note')),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'issued', 'void')),
    number text,
    series_period text,
    sequence int,
    issue_date date,
    due_date date,
    currency char(3) NOT NULL,
    prices_include_tax boolean NOT NULL DEFAULT false,
    discount_percent numeric(7, 4),
    discount_minor bigint NOT NULL DEFAULT 0,
    subtotal_minor bigint NOT NULL DEFAULT 0,
    tax_minor bigint NOT NULL DEFAULT 0,
    total_minor bigint NOT NULL DEFAULT 0 CHECK (total_minor >= 0),
    paid_minor bigint NOT NULL DEFAULT 0 CHECK (paid_minor >= 0),
    credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0),
    po_number text,
    notes text,
    footer text,
    seller jsonb,
    client jsonb,
    tax_lines jsonb NOT NULL DEFAULT '[]',
    public_token char(32) NOT NULL,
    invoice_id uuid REFERENCES ext_invoicing.documents (id) ON DELETE CASCADE,
    reason text,
    recurring_id uuid REFERENCES ext_invoicing.recurring_invoices (id) ON DELETE SET NULL,
    recurring_date date,
    source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual', 'recurring', 'timetracking')),
    source_ref text,
    sent_at timestamptz(3),
    viewed_at timestamptz(3),
    paid_at timestamptz(3),
    voided_at timestamptz(3),
    reminders boolean NOT NULL DEFAULT true,
    reminded_at timestamptz(3),
    reminded_mark int,
    overdue_told boolean NOT NULL DEFAULT false,
    pdf_file_key text,
    ${TIMES},
    CONSTRAINT documents_sums_check CHECK (paid_minor + credited_minor <= total_minor),
    CONSTRAINT documents_numbered_check CHECK ((status = 'draft') = (number IS NULL)),
    CONSTRAINT documents_number_key UNIQUE (owner_id, kind, number),
    CONSTRAINT documents_sequence_key UNIQUE (owner_id, kind, series_period, sequence),
    CONSTRAINT documents_recurring_key UNIQUE (recurring_id, recurring_date),
    CONSTRAINT documents_source_key UNIQUE (owner_id, source, source_ref),
    CONSTRAINT documents_public_token_key UNIQUE (public_token)
  )`,
  'CREATE INDEX documents_by_due ON ext_invoicing.documents (owner_id, kind, status, due_date, id)',
  'CREATE INDEX documents_newest ON ext_invoicing.documents (owner_id, kind, created_at DESC, id DESC)',
  'CREATE INDEX documents_by_status ON ext_invoicing.documents (owner_id, kind, status, created_at DESC, id DESC)',
  'CREATE INDEX documents_by_issue ON ext_invoicing.documents (owner_id, kind, issue_date, id)',
  'CREATE INDEX documents_number_parts ON ext_invoicing.documents USING gin (number gin_trgm_ops)',
  'CREATE INDEX documents_of_client ON ext_invoicing.documents (client_id, created_at DESC, id DESC)',
  `CREATE INDEX documents_unpaid ON ext_invoicing.documents (owner_id, due_date) INCLUDE (client_id) WHERE ${UNPAID}`,
  // The day is in the index, so that the rows of other days are passed over without reading them.
  `CREATE INDEX documents_unpaid_newest ON ext_invoicing.documents ${NEWEST_DUE} WHERE ${UNPAID}`,
  `CREATE INDEX documents_untouched_newest ON ext_invoicing.documents ${NEWEST_DUE}
    WHERE ${UNPAID} AND paid_minor + credited_minor = 0`,
  `CREATE INDEX documents_part_paid_newest ON ext_invoicing.documents ${NEWEST_DUE}
    WHERE ${UNPAID} AND paid_minor + credited_minor > 0`,
  `CREATE INDEX documents_unpaid_of_client ON ext_invoicing.documents (client_id, due_date) WHERE ${UNPAID}`,
  'CREATE INDEX documents_of_invoice ON ext_invoicing.documents (invoice_id)',

  `CREATE TABLE ext_invoicing.document_lines (
    ${ROW},
    document_id uuid NOT NULL REFERENCES ext_invoicing.documents (id) ON DELETE CASCADE,
    position int NOT NULL,
    description text NOT NULL,
    quantity numeric(14, 4) NOT NULL DEFAULT 1,
    unit text,
    unit_price_minor bigint NOT NULL,
    discount_percent numeric(7, 4),
    ${TAX_RATE},
    tax_name text,
    rate_ppm int NOT NULL DEFAULT 0,
    amount_minor bigint NOT NULL,
    CONSTRAINT document_lines_position_key UNIQUE (document_id, position)
  )`,
  'CREATE INDEX document_lines_of_tax_rate ON ext_invoicing.document_lines (tax_rate_id)',

  `CREATE TABLE ext_invoicing.number_counters (
    ${ROW},
    ${OWNER},
    kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    period text NOT NULL DEFAULT '',
    last_value int NOT NULL,
    ${CREATED},
    CONSTRAINT number_counters_key UNIQUE (owner_id, kind, period)
  )`,

  `CREATE TABLE ext_invoicing.invoice_payments (
    ${ROW},
    ${OWNER_OR_NONE},
    document_id uuid NOT NULL REFERENCES ext_invoicing.documents (id) ON DELETE CASCADE,
    client_id uuid NOT NULL REFERENCES ext_invoicing.clients (id) ON DELETE CASCADE,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency char(3) NOT NULL,
    method text NOT NULL CHECK (method IN ('online', 'bank_transfer', 'card', 'cash', 'check', 'credit', 'other')),
    reference text,
    paid_on date NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'reversed')),
    payment_id uuid,
    checkout_url text,
    expires_at timestamptz(3),
    excess_minor bigint NOT NULL DEFAULT 0,
    reversed_minor bigint NOT NULL DEFAULT 0,
    reversed_at timestamptz(3),
    note text,
    request_key text,
    ${TIMES},
    CONSTRAINT invoice_payments_payment_key UNIQUE (payment_id),
    CONSTRAINT invoice_payments_request_key UNIQUE (owner_id, request_key)
  )`,
  'CREATE INDEX invoice_payments_of_document ON ext_invoicing.invoice_payments (document_id, status)',
  'CREATE INDEX invoice_payments_of_client ON ext_invoicing.invoice_payments (client_id)',
  'CREATE INDEX invoice_payments_by_day ON ext_invoicing.invoice_payments (owner_id, paid_on, id)',

  `CREATE TABLE ext_invoicing.credit_entries (
    ${ROW},
    ${OWNER_OR_NONE},
    client_id uuid NOT NULL REFERENCES ext_invoicing.clients (id) ON DELETE CASCADE,
    amount_minor bigint NOT NULL,
    reason text NOT NULL CHECK (reason IN ('credit_note', 'overpayment', 'applied', 'refunded', 'released')),
    document_id uuid REFERENCES ext_invoicing.documents (id) ON DELETE CASCADE,
    invoice_payment_id uuid REFERENCES ext_invoicing.invoice_payments (id) ON DELETE CASCADE,
    ${CREATED}
  )`,
  'CREATE INDEX credit_entries_of_owner ON ext_invoicing.credit_entries (owner_id)',
  'CREATE INDEX credit_entries_of_client ON ext_invoicing.credit_entries (client_id, created_at)',
  'CREATE INDEX credit_entries_of_document ON ext_invoicing.credit_entries (document_id)',
  'CREATE INDEX credit_entries_of_payment ON ext_invoicing.credit_entries (invoice_payment_id)',

  `CREATE TABLE ext_invoicing.document_events (
    ${ROW},
    document_id uuid NOT NULL REFERENCES ext_invoicing.documents (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN
      ('created', 'issued', 'sent', 'viewed', 'payment', 'reversed', 'reminded', 'credited', 'voided')),
    actor_id uuid REFERENCES account.users (id) ON DELETE SET NULL,
    data jsonb NOT NULL DEFAULT '{}',
    ${CREATED}
  )`,
  'CREATE INDEX document_events_of_document ON ext_invoicing.document_events (document_id, created_at, id)',
  'CREATE INDEX document_events_of_actor ON ext_invoicing.document_events (actor_id)',
];

/** SQL: what a document counts in, as `list-invoices` asks for it. The day matters only while something is due. */
const phaseOf = (d: string) => `CASE WHEN ${d}.status <> 'issued' THEN ${d}.status
  WHEN ${d}.total_minor = ${d}.paid_minor + ${d}.credited_minor THEN 'paid'
  WHEN ${d}.paid_minor + ${d}.credited_minor > 0 THEN 'partially_paid' ELSE 'open' END`;
const signed = (
  from: string,
  sign: string,
) => `SELECT d.owner_id, d.kind, d.source, d.currency, ${phaseOf('d')} AS phase,
  CASE WHEN d.status = 'issued' AND d.total_minor > d.paid_minor + d.credited_minor THEN d.due_date END AS due_date,
  ${sign}d.total_minor AS total_minor,
  ${sign}CASE WHEN d.status = 'issued' THEN d.total_minor - d.paid_minor - d.credited_minor ELSE 0 END AS due_minor
  FROM ${from} d`;
// The owner may be gone: what they leave is changed when their account is deleted.
const counted = (rows: string) => `INSERT INTO ext_invoicing.document_sums
  (owner_id, kind, source, currency, phase, due_date, total_minor, due_minor)
  SELECT s.* FROM (SELECT owner_id, kind, source, currency, phase, due_date, sum(total_minor) AS total_minor, sum(due_minor) AS due_minor
    FROM (${rows}) each GROUP BY owner_id, kind, source, currency, phase, due_date
    HAVING sum(total_minor) <> 0 OR sum(due_minor) <> 0) s
  JOIN account.users u ON u.id = s.owner_id ORDER BY u.id FOR KEY SHARE OF u;`;
const trigger = (event: string, tables: string) =>
  `CREATE TRIGGER sum_documents_${event.toLowerCase()} AFTER ${event} ON ext_invoicing.documents
    REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_documents()`;

export const SUMS = [
  // Without a unique key: each change adds a row, so that those who pay the same seller do not wait for each other.
  `CREATE TABLE ext_invoicing.document_sums (
    ${ROW},
    ${OWNER},
    kind text NOT NULL,
    source text NOT NULL,
    currency char(3) NOT NULL,
    phase text NOT NULL,
    due_date date,
    total_minor bigint NOT NULL,
    due_minor bigint NOT NULL,
    folded boolean NOT NULL DEFAULT false
  )`,
  'CREATE INDEX document_sums_key ON ext_invoicing.document_sums (owner_id, kind, phase, due_date)',
  'CREATE INDEX document_sums_fresh ON ext_invoicing.document_sums (id) WHERE NOT folded',
  `CREATE FUNCTION ext_invoicing.sum_documents() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${counted(signed('after', ''))}
      ELSIF TG_OP = 'DELETE' THEN ${counted(signed('before', '-'))}
      ELSE ${counted(`${signed('before', '-')} UNION ALL ${signed('after', '')}`)}
      END IF;
      RETURN NULL;
    END $$`,
  // For who writes documents without triggers.
  `CREATE FUNCTION ext_invoicing.sum_anew() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM ext_invoicing.document_sums;
      ${counted(signed('ext_invoicing.documents', ''))}
    END $$`,
  trigger('INSERT', 'NEW TABLE AS after'),
  trigger('UPDATE', 'OLD TABLE AS before NEW TABLE AS after'),
  trigger('DELETE', 'OLD TABLE AS before'),
];

export class Invoicing1790000039800 extends SqlMigration {
  protected readonly apply = [...STATEMENTS, ...SUMS];
  protected readonly revert = ['DROP SCHEMA ext_invoicing CASCADE'];
}
