import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound, Refusal } from '../../platform/http/refusal.js';
import { Processor, ProcessorFailure } from '../processor/processor.js';
import { WayBack } from '../wallet/way-back.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';
import { SettleRefund } from './settle-refund.js';

@Injectable()
export class RefundPayment {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly processor: Processor,
    private readonly settle: SettleRefund,
    private readonly wayBack: WayBack,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** All of it. Asked for twice at once, the processor gives it back once, because both ask with the same key. */
  async run(id: string, caller: Caller): Promise<PaymentRow> {
    this.processor.expectConfigured();
    const payment = await this.database.transaction(() => this.prepare(id, caller));
    try {
      await this.processor.refund({
        id,
        sessionId: payment.session_id as string,
        intentId: payment.payment_intent_id ?? undefined,
        ofSeller: payment.kind === 'checkout',
        hasFee: BigInt(payment.fee) > 0n,
      });
    } catch (error) {
      // Where nobody knows whether it was done, what was set aside stays so: the event, or another try, will tell.
      if (error instanceof ProcessorFailure && error.refused) await this.giveUp(id);
      throw error;
    }
    return this.database.transaction(async () => {
      const now = (await this.payments.lock(id)) as PaymentRow;
      await this.settle.run(now, BigInt(now.amount));
      if (now.seller_id !== caller.id) this.ordered(now, caller.id);
      return (await this.payments.find(id)) as PaymentRow;
    });
  }

  private async prepare(id: string, caller: Caller): Promise<PaymentRow> {
    const payment = await this.payments.lock(id);
    if (!payment || !(mayRefund(payment, caller) || payment.buyer_id === caller.id))
      throw notFound('Payment');
    if (!mayRefund(payment, caller)) throw forbidden();
    if (payment.status === 'refunded') throw new Refusal(409, 'Payment already refunded');
    if (payment.status !== 'completed') throw new Refusal(409, 'Payment is not completed');
    const { kind } = payment;
    if (kind === 'plan' || kind === 'membership')
      throw new Refusal(409, `A ${kind} is cancelled, not refunded`);
    if (payment.kind === 'deposit') await this.setAside(payment);
    return payment;
  }

  /** A deposit is given back only as long as it is still in the wallet. */
  private async setAside({ id, buyer_id, amount, refunded_amount }: PaymentRow): Promise<void> {
    if (!buyer_id || (await this.wayBack.isOpen(id))) return;
    await this.wayBack.open(id, buyer_id, BigInt(amount) - BigInt(refunded_amount));
  }

  /** By staff: what became of the money is an event of its own. */
  private ordered({ id: payment_id, buyer_id, seller_id }: PaymentRow, actor_id: string): void {
    const data = { payment_id, buyer_id, seller_id };
    this.outbox.record({ type: 'admin.payment_refunded', actor_id, data, staff: true });
  }

  private giveUp(id: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.payments.lock(id);
      await this.wayBack.giveUp(id);
    });
  }
}

const mayRefund = ({ seller_id }: PaymentRow, caller: Caller) => seller_id === caller.id || isAdmin(caller);
