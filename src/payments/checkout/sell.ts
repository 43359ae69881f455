import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Config } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';
import { feeOf } from '../../platform/money/money.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { Processor } from '../processor/processor.js';
import { PaymentRepository, type PaymentRow } from '../records/payment.repository.js';
import { StartPayment } from './start-payment.js';

/**
 * The processor closes no page within half an hour of its opening. Counted from when the sale was written down, so that
 * whoever asks again asks for the same; what is paid late is the seller's matter.
 */
const SHORTEST_MS = 35 * 60 * 1000;

export interface NewSale {
  id: string;
  seller_id: string;
  /** Null for a guest. */
  buyer: { id: string; email: string } | null;
  /** Minor units. */
  amount: bigint;
  currency: string;
  description: string;
  app_slug: string;
  reference_type: string;
  reference_id: string;
  success_url: string;
  cancel_url: string;
  /** When the page is closed. */
  expires_at?: Date;
  /** `none`: the platform keeps nothing of it. */
  fee?: 'none';
}

/** A sale that is written down, and has no page yet. */
export interface Sale extends NewSale {
  account: string;
  feeAmount: bigint;
  begun_at: Date;
}

/** What is paid to a seller: written down in the transaction of whoever sells, and opened when that is over. */
@Injectable()
export class Sell {
  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly users: UserRepository,
    private readonly payments: PaymentRepository,
    private readonly start: StartPayment,
    private readonly processor: Processor,
    private readonly config: Config,
  ) {}

  /** In a transaction. */
  async begin(sale: NewSale): Promise<Sale> {
    const { id, seller_id, buyer, amount, currency, description } = sale;
    if (seller_id === buyer?.id) throw new Refusal(400, 'Cannot buy from yourself');
    const seller = await this.sellers.ofUser(seller_id);
    const isActive = (await this.users.profile(seller_id))?.user_status === 'active';
    if (!seller?.processor_charges_enabled || !isActive) {
      throw new Refusal(400, 'Seller does not have a connected processor account');
    }
    const rate = seller.fee_basis_points ?? this.config.platformFee;
    const fee = sale.fee === 'none' ? 0n : feeOf(amount, rate);
    const payment = { id, buyer_id: buyer?.id ?? null, seller_id, amount, currency, fee, description };
    await this.start.begin({ kind: 'checkout', ...payment, metadata: metadataOf(sale) });
    const { created_at: begun_at } = (await this.payments.find(id)) as PaymentRow;
    return { ...sale, account: seller.processor_account_id, feeAmount: fee, begun_at };
  }

  /** With no transaction open. Answers the address of the page where it is paid. */
  open(sale: Sale): Promise<string> {
    const { id, buyer, seller_id, amount, currency, description, account, feeAmount } = sale;
    const user = buyer && { user_id: buyer.id };
    return this.start.open(id, () =>
      this.processor.sell({
        title: description,
        amount,
        currency,
        paymentId: id,
        email: buyer?.email,
        metadata: { payment_id: id, ...user, type: 'checkout', seller_id, ...metadataOf(sale) },
        seller: { account, fee: feeAmount },
        successUrl: sale.success_url,
        cancelUrl: sale.cancel_url,
        expiresAt: endOf(sale),
      }),
    );
  }
}

function endOf({ expires_at, begun_at }: Sale): Date | undefined {
  return expires_at && new Date(Math.max(expires_at.getTime(), begun_at.getTime() + SHORTEST_MS));
}

const metadataOf = ({ app_slug, reference_id, reference_type }: NewSale) => ({
  app_slug,
  reference_id,
  reference_type,
});
