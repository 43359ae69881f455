import { defineEvent } from '../events/define-event.js';
import { decimal } from '../platform/money/money.js';
import { durable } from '../realtime/event-type.js';
import { emit } from '../realtime/realtime.effects.js';
import { SubscriptionAnswer, type SubscriptionSummary } from './business/business.dto.js';
import type { Payment } from './payments/payment.entity.js';

type PaidAmount = Pick<Payment, 'id' | 'kind' | 'seller_id' | 'currency' | 'metadata'> & { amount: bigint };

const paidData = ({ id, kind, seller_id, amount, currency, metadata }: PaidAmount) => ({
  payment_id: id,
  kind,
  seller_id,
  amount: decimal(amount, currency),
  currency,
  ...metadata,
});

export const PaymentCompleted = defineEvent<PaidAmount>('payment.completed', { data: paidData });

/** `amount` is what this refund returns. */
export const PaymentRefunded = defineEvent<PaidAmount>('payment.refunded', { data: paidData });

/** For the audit log; the refund itself is an event of its own. */
export const PaymentRefundedByStaff = defineEvent<Pick<Payment, 'id' | 'buyer_id' | 'seller_id'>>(
  'admin.payment_refunded',
  { data: ({ id, buyer_id, seller_id }) => ({ payment_id: id, buyer_id, seller_id }), staff: true },
);

export const BusinessAccountCreated = defineEvent<{ user_id: string }>('business.account_created', {
  data: (fact) => fact,
});

interface SellerFee {
  business_account_id: string;
  fee_basis_points: number | null;
}
export const SellerFeeSet = defineEvent<SellerFee>('business.fee_set', { data: (fact) => fact, staff: true });

const SUBSCRIPTION_UPDATED = durable('subscription.updated', SubscriptionAnswer);

interface ChangedPlan {
  user_id: string;
  subscription: SubscriptionSummary;
}
export const PlanChanged = defineEvent<ChangedPlan>('subscription.changed', {
  data: ({ subscription }) => subscription,
  effects: ({ user_id, subscription }) => [
    emit(SUBSCRIPTION_UPDATED, `user:${user_id}`, { subscription }, { actor: null }),
  ],
});
