import { decimal } from '../../platform/money/money.js';
import type { PaymentRow } from './payment.repository.js';
import type { PaymentView } from './payments.dto.js';

export function presentPayment(row: PaymentRow): PaymentView {
  const { id, kind, status, buyer_id, seller_id, currency, description, metadata } = row;
  const amountOf = (minor: string) => decimal(BigInt(minor), currency);
  return {
    id,
    kind,
    status,
    buyer_id,
    seller_id,
    amount: amountOf(row.amount),
    currency,
    fee: amountOf(row.fee),
    refunded_amount: amountOf(row.refunded_amount),
    description,
    metadata,
    fulfilled: row.fulfilled_at !== null,
    completed_at: row.completed_at,
    created_at: row.created_at,
  };
}
