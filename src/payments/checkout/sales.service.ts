import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Environment } from '../../platform/config/environment.js';
import { refusal } from '../../platform/http/refusal.js';
import { feeOf } from '../../platform/money/money.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import { PaymentsService } from '../payments/payments.service.js';
import { ProcessorClient } from '../processor/processor.client.js';

/**
 * The processor accepts no expiry within half an hour of the page's creation. The time is counted from the stored sale,
 * so that a repeated request sends the same value under the same idempotency key. A page can therefore outlive
 * `expires_at`; the seller has to deal with a late payment.
 */
const SHORTEST_PAGE_MS = 35 * 60 * 1000;

export const ownSale = refusal(400, 'Cannot buy from yourself');
export const sellerNotConnected = refusal(400, 'Seller does not have a connected processor account');

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
  /** When the page expires. */
  expires_at?: Date;
  /** `none`: the platform takes no fee. */
  fee?: 'none';
}

/** A stored sale that has no page yet. */
export interface Sale extends NewSale {
  account: string;
  feeAmount: bigint;
  begun_at: Date;
}

/** Payments to a seller: stored inside the transaction of the order, opened at the processor after its commit. */
@Injectable()
export class SalesService {
  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly users: UserRepository,
    private readonly stored: PaymentRepository,
    private readonly payments: PaymentsService,
    private readonly processor: ProcessorClient,
    private readonly environment: Environment,
  ) {}

  /** Must run inside a transaction. */
  async begin(sale: NewSale): Promise<Sale> {
    const { id, seller_id, buyer, amount, currency, description } = sale;
    if (seller_id === buyer?.id) throw ownSale();
    const seller = await this.sellers.findOne({ user_id: seller_id });
    const isActive = (await this.users.findProfile(seller_id))?.user_status === 'active';
    if (!seller?.processor_charges_enabled || !isActive) throw sellerNotConnected();
    const rate = seller.fee_basis_points ?? this.environment.platformFee;
    const fee = sale.fee === 'none' ? 0n : feeOf(amount, rate);
    const payment = { id, buyer_id: buyer?.id ?? null, seller_id, amount, currency, fee, description };
    await this.payments.insertPending({ kind: 'checkout', ...payment, metadata: metadataOf(sale) });
    const { created_at: begun_at } = (await this.stored.findById(id)) as PaymentRow;
    return { ...sale, account: seller.processor_account_id, feeAmount: fee, begun_at };
  }

  /** Must run outside a transaction. Returns the address of the page where the sale is paid. */
  open(sale: Sale): Promise<string> {
    const { id, buyer, seller_id, amount, currency, description, account, feeAmount } = sale;
    const user = buyer && { user_id: buyer.id };
    return this.payments.openSession(id, () =>
      this.processor.createSaleSession({
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
  return expires_at && new Date(Math.max(expires_at.getTime(), begun_at.getTime() + SHORTEST_PAGE_MS));
}

const metadataOf = ({ app_slug, reference_id, reference_type }: NewSale) => ({
  app_slug,
  reference_id,
  reference_type,
});
