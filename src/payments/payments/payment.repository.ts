import { Injectable } from '@nestjs/common';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import { Payment } from './payment.entity.js';
import { presentPayment } from './payment.presenter.js';

/** The driver reads amounts as text, because a bigint can exceed the exact range of a number. */
type Amounts = 'amount' | 'fee' | 'refunded_amount';
export type PaymentRow = Omit<Payment, Amounts> & Record<Amounts, string>;

export interface NewPayment {
  id: string;
  kind: Payment['kind'];
  /** Null for a guest. */
  buyer_id: string | null;
  seller_id?: string;
  amount: bigint;
  currency: string;
  fee?: bigint;
  description?: string;
  metadata?: Record<string, string>;
}

const ROW = `id, kind, status, buyer_id, seller_id, amount, currency, fee, refunded_amount, description, metadata,
  session_id, payment_intent_id, flag, fulfilled_at, completed_at, created_at, updated_at`;

// A repeated request with the same key has the same id: its failed payment without a session becomes pending again.
const BEGIN = sql(
  'payment_begin',
  `INSERT INTO payments.payments AS p (id, kind, buyer_id, seller_id, amount, currency, fee, description, metadata)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (id) DO UPDATE SET status = 'pending', updated_at = now()
     WHERE p.status = 'failed' AND p.session_id IS NULL`,
);
const OPENED = sql(
  'payment_opened',
  `UPDATE payments.payments SET session_id = $2, updated_at = now()
   WHERE id = $1 AND (session_id IS NULL OR session_id = $2)`,
);
const BY_ID = sql('payment_by_id', `SELECT ${ROW} FROM payments.payments WHERE id = $1`);
// The buyer and the seller are kept first: the deletion of an account locks the account, then what it has bought and sold,
// and its payments last. PostgreSQL runs the CTE only because its rows are counted, and before it locks the payment.
const lockBy = (column: string) =>
  `WITH parties AS (
     SELECT u.id FROM account.users u WHERE u.id = ANY (ARRAY(
       SELECT unnest(ARRAY[buyer_id, seller_id]) FROM payments.payments WHERE ${column} = $1
     )) ORDER BY u.id FOR KEY SHARE
   )
   SELECT ${ROW} FROM payments.payments WHERE ${column} = $1 AND (SELECT count(*) FROM parties) >= 0 LIMIT 1
   FOR NO KEY UPDATE`;
const LOCK = sql('payment_lock', lockBy('id'));
const LOCK_BY_SESSION = sql('payment_lock_by_session', lockBy('session_id'));
const LOCK_BY_INTENT = sql('payment_lock_by_intent', lockBy('payment_intent_id'));
const COMPLETE = sql(
  'payment_complete',
  `UPDATE payments.payments SET status = 'completed', completed_at = now(), updated_at = now(),
     session_id = coalesce(session_id, $2), payment_intent_id = coalesce(payment_intent_id, $3)
   WHERE id = $1`,
);
const REFUND = sql(
  'payment_refund',
  `UPDATE payments.payments SET refunded_amount = $2, payment_intent_id = coalesce(payment_intent_id, $3),
     status = CASE WHEN $2 = amount THEN 'refunded' ELSE status END, updated_at = now()
   WHERE id = $1`,
);
const OF_USER = sql(
  'payments_of_user',
  `SELECT * FROM (
     (SELECT ${ROW} FROM payments.payments WHERE buyer_id = $1 AND (created_at, id) < ($2, $3::uuid)
      ORDER BY created_at DESC, id DESC LIMIT $4)
     UNION ALL
     (SELECT ${ROW} FROM payments.payments WHERE seller_id = $1 AND (created_at, id) < ($2, $3::uuid)
      ORDER BY created_at DESC, id DESC LIMIT $4)
   ) own ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF_USER = sql(
  'payments_all_of_user',
  `SELECT * FROM (
     SELECT ${ROW} FROM payments.payments WHERE buyer_id = $1
     UNION ALL SELECT ${ROW} FROM payments.payments WHERE seller_id = $1
   ) own ORDER BY created_at DESC, id DESC`,
);
const SOLD = sql(
  'payments_sold',
  `SELECT currency, count(*)::int AS sales, sum(amount - refunded_amount)::bigint AS revenue
   FROM payments.payments WHERE seller_id = $1 AND status = 'completed' GROUP BY currency`,
);

// A payment without a session after an hour was never shown to its buyer: the request died or the processor failed.
const FAIL_UNOPENED = sql(
  'payments_fail_unopened',
  `UPDATE payments.payments SET status = 'failed', updated_at = now()
   WHERE status = 'pending' AND session_id IS NULL AND created_at < now() - interval '1 hour'`,
);

const PAGE = new Keyset({ name: 'payments', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class PaymentRepository extends EntityRepository<Payment> {
  protected readonly entity = Payment;

  async insertPending(payment: NewPayment): Promise<void> {
    const { id, kind, buyer_id, seller_id, amount, currency, fee = 0n, description, metadata = {} } = payment;
    const values = [id, kind, buyer_id, seller_id ?? null, String(amount), currency, String(fee)];
    await this.count(BEGIN, ...values, description ?? null, JSON.stringify(metadata));
  }

  async storeSession(id: string, sessionId: string): Promise<void> {
    await this.count(OPENED, id, sessionId);
  }

  async fail(id: string): Promise<boolean> {
    return (await this.update({ id, status: 'pending' }, { status: 'failed', updated_at: NOW })) > 0;
  }

  async failUnopened(): Promise<void> {
    await this.count(FAIL_UNOPENED);
  }

  findById(id: string): Promise<PaymentRow | undefined> {
    return this.one<PaymentRow>(BY_ID, id);
  }

  lock(id: string): Promise<PaymentRow | undefined> {
    return this.one<PaymentRow>(LOCK, id);
  }

  lockBySession(sessionId: string): Promise<PaymentRow | undefined> {
    return this.one<PaymentRow>(LOCK_BY_SESSION, sessionId);
  }

  lockByIntent(intentId: string): Promise<PaymentRow | undefined> {
    return this.one<PaymentRow>(LOCK_BY_INTENT, intentId);
  }

  async complete(id: string, sessionId: string, intentId: string | undefined): Promise<void> {
    await this.count(COMPLETE, id, sessionId, intentId ?? null);
  }

  async flag(id: string, flag: string): Promise<void> {
    await this.update({ id }, { flag, updated_at: NOW });
  }

  async storeRefund(id: string, total: bigint, intentId: string | undefined): Promise<void> {
    await this.count(REFUND, id, String(total), intentId ?? null);
  }

  /** Payments of the user as buyer or seller, newest first. */
  listForUser(userId: string, query: PageQuery) {
    return this.newest<PaymentRow>(PAGE, query, OF_USER, [userId]);
  }

  forExport(userId: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./payment.presenter.js'), presentPayment);
    return rowsOf(ALL_OF_USER, [userId], { present });
  }

  sumSales(sellerId: string): Promise<{ currency: string; sales: number; revenue: string }[]> {
    return this.lagging<{ currency: string; sales: number; revenue: string }>(SOLD, sellerId);
  }
}
