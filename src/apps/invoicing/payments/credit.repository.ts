import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { ReversibleCredit } from '../../kernel/invoices/settling.js';
import type { Client } from '../entities/client.entity.js';
import { CreditEntry, type InvoicePayment } from '../entities/invoice-payment.entity.js';

/** The entries and the sum of a client stand or fall together. The caller has locked the client. */
const CHANGE = sql(
  'invoicing_credit_change',
  `WITH added AS (
     INSERT INTO ext_invoicing.credit_entries (owner_id, client_id, amount_minor, reason, document_id, invoice_payment_id)
     SELECT c.owner_id, c.id, g.amount_minor, g.reason, g.document_id, g.invoice_payment_id
     FROM ext_invoicing.clients c, jsonb_to_recordset($2::jsonb) g (amount_minor bigint, reason text, document_id uuid,
       invoice_payment_id uuid)
     WHERE c.id = $1 RETURNING amount_minor)
   UPDATE ext_invoicing.clients c SET credit_minor = c.credit_minor + (SELECT sum(amount_minor) FROM added),
     updated_at = now()
   WHERE c.id = $1 RETURNING c.credit_minor::float8 AS credit_minor`,
);
/** A refund of what credit notes brought names the invoice; one of what a payment brought as excess does not. */
const REVERSIBLE = sql(
  'invoicing_credit_reversible',
  `SELECT
     coalesce(-sum(e.amount_minor) FILTER (WHERE e.reason = 'refunded' AND e.invoice_payment_id = $1
       AND e.document_id IS NULL), 0)::float8 AS excess,
     coalesce(-sum(e.amount_minor) FILTER (WHERE e.reason = 'refunded' AND e.invoice_payment_id = $1
       AND e.document_id IS NOT NULL), 0)::float8 AS taken,
     coalesce(sum(e.amount_minor) FILTER (WHERE e.reason IN ('credit_note', 'refunded') AND e.document_id = $2), 0)::float8
       AS notes
   FROM ext_invoicing.credit_entries e WHERE e.invoice_payment_id = $1 OR e.document_id = $2`,
);

type NewEntry = Pick<CreditEntry, 'amount_minor' | 'reason' | 'document_id' | 'invoice_payment_id'>;

/** What clients have to spend on later invoices. `document_id` of an entry is that of an invoice. */
@AppProvider()
export class CreditRepository extends EntityRepository<CreditEntry> {
  protected readonly entity = CreditEntry;

  /** Entries of nothing are left out. */
  async change(client: Client, entries: NewEntry[]): Promise<Client> {
    const changes = entries.filter(({ amount_minor }) => amount_minor !== 0);
    if (!changes.length) return client;
    const { credit_minor } = await this.onlyOne<{ credit_minor: number }>(CHANGE, client.id, JSON.stringify(changes));
    return { ...client, credit_minor };
  }

  /** What a reversal of the payment may take from the credit of its client. */
  async reversible({ id, document_id }: InvoicePayment, { credit_minor }: Client): Promise<ReversibleCredit> {
    type Row = { excess: number; taken: number; notes: number };
    const { excess, taken, notes } = await this.onlyOne<Row>(REVERSIBLE, id, document_id);
    return { available: credit_minor, refundedExcess: excess, refundedNotes: taken, notes };
  }
}
