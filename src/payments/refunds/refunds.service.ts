import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { forbidden, invalid, notFound, refusal } from '../../platform/http/refusal.js';
import { minorUnits } from '../../platform/money/money.js';
import { PaymentRefundedByStaff } from '../payments.events.js';
import { presentPayment } from '../payments/payment.presenter.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import type { PaymentView } from '../payments/payments.dto.js';
import { DepositReversalsService } from '../wallet/deposit-reversals.service.js';
import type { Refund } from './refund.entity.js';
import { exceedsRefundable, RefundExecutionService } from './refund-execution.service.js';
import { RefundRepository } from './refund.repository.js';

export const notCompleted = refusal(409, 'Payment is not completed');
export const alreadyRefunded = refusal(409, 'Payment already refunded');
export const planIsCancelled = refusal(409, 'A plan is cancelled, not refunded');
export const membershipIsCancelled = refusal(409, 'A membership is cancelled, not refunded');

@Injectable()
export class RefundsService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly execution: RefundExecutionService,
    private readonly reversals: DepositReversalsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** `wanted` in major units; undefined: all that is left. The same `refundId` again refunds nothing more. */
  async refund(id: string, caller: Caller, wanted: number | undefined, refundId: string): Promise<PaymentView> {
    this.execution.requireConfigured();
    let begun: Begun;
    do {
      begun = await this.database.transaction(() => this.begin(id, caller, wanted, refundId));
      for (const refund of begun.refunds) await this.execution.execute(refund);
    } while (!begun.isStored);
    const payment = await this.database.transaction(async () => {
      const now = (await this.payments.findById(id)) as PaymentRow;
      if (now.seller_id !== caller.id) this.events.announce(PaymentRefundedByStaff, now, caller.id);
      return now;
    });
    return presentPayment(payment);
  }

  /**
   * Stores the refund. `refunds` are those to execute now. Where the pending refunds of others have taken all that is left,
   * a request for the rest executes these. A deposit has one refund at a time: another one that is pending is executed
   * first, with `isStored` false.
   */
  private async begin(id: string, caller: Caller, wanted: number | undefined, refundId: string): Promise<Begun> {
    const payment = await this.payments.lock(id);
    if (!payment || !(mayRefund(payment, caller) || payment.buyer_id === caller.id)) throw notFound('Payment');
    if (!mayRefund(payment, caller)) throw forbidden();
    const all = await this.refunds.ofPayment(id);
    const repeated = all.find((refund) => refund.id === refundId);
    if (repeated?.status === 'done') return { refunds: [], isStored: true };
    if (repeated?.status === 'pending') return { refunds: [repeated], isStored: true };
    expectRefundable(payment);
    const left = leftOf(payment, all);
    const pending = all.filter(({ status }) => status === 'pending');
    if (wanted === undefined && left === 0n) return { refunds: pending, isStored: true };
    if (payment.kind === 'deposit' && pending.length) return { refunds: pending, isStored: false };
    const amount = wanted === undefined ? left : minorOf(wanted, payment.currency);
    if (amount > left) throw exceedsRefundable();
    if (payment.kind === 'deposit' && payment.buyer_id) await this.reversals.reserve(id, payment.buyer_id, amount);
    const refund = repeated
      ? await this.refunds.updateOne({ id: refundId }, { status: 'pending', updated_at: NOW })
      : await this.refunds.insert({ id: refundId, payment_id: id, amount: wanted === undefined ? null : amount });
    return { refunds: [refund as Refund], isStored: true };
  }
}

interface Begun {
  refunds: Refund[];
  isStored: boolean;
}

const mayRefund = ({ seller_id }: PaymentRow, caller: Caller) => seller_id === caller.id || isAdmin(caller);

function expectRefundable({ status, kind }: PaymentRow): void {
  if (status === 'refunded') throw alreadyRefunded();
  if (status !== 'completed') throw notCompleted();
  if (kind === 'plan') throw planIsCancelled();
  if (kind === 'membership') throw membershipIsCancelled();
}

/**
 * What may be asked for. The payment counts the refunds of the dashboard too, but not those that are pending; which of
 * the two sums is behind is not known, so the larger counts, and the processor has the last word.
 */
function leftOf(payment: PaymentRow, refunds: Refund[]): bigint {
  const amount = BigInt(payment.amount);
  const asked = refunds
    .filter(({ status }) => status !== 'refused')
    .reduce((sum, refund) => sum + (refund.amount ?? amount), 0n);
  const refunded = BigInt(payment.refunded_amount);
  const taken = asked > refunded ? asked : refunded;
  return taken < amount ? amount - taken : 0n;
}

function minorOf(amount: number, currency: string): bigint {
  const minor = minorUnits(amount, currency);
  if (minor !== undefined) return minor;
  throw invalid({ field: 'amount', message: 'amount must have no more decimals than its currency has' });
}
