import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { AppProvider } from '../kernel/app-provider.js';
import { isPaymentFor } from '../kernel/selling/payment-match.js';
import { todayIn } from './documents/document.presenter.js';
import type { InvoicePayment } from './entities/invoice-payment.entity.js';
import { HostedInvoicesService } from './hosted/hosted-invoices.service.js';
import { InvoicePaymentRepository } from './payments/payment.repository.js';
import { type Account, SettlementService } from './payments/settlement.service.js';

/** What online payments of invoices bring. No money that has arrived is refused. */
@AppProvider()
export class InvoicingFulfilment extends Fulfilment {
  readonly app = 'invoicing';

  constructor(
    private readonly payments: InvoicePaymentRepository,
    private readonly settlement: SettlementService,
    private readonly hosted: HostedInvoicesService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const found = await this.lock(payment);
    if (!found) return false;
    const { account, row } = found;
    if (row.status !== 'pending') return true;
    // Anybody may pay an invoice.
    if (!isPaymentFor(payment, { ...row, seller_id: row.owner_id, buyer_id: payment.buyer_id })) return false;
    const { excess } = await this.settlement.take(account, row, null);
    const paid_on = todayIn(await this.hosted.settingsOf(account.document));
    const changes = { status: 'completed' as const, excess_minor: excess, paid_on, updated_at: NOW };
    await this.payments.updateOne({ id: row.id }, changes);
    return true;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const found = await this.lock(payment);
    if (!found || found.row.status === 'pending') return;
    const { account, row } = found;
    const amount = Math.min(Number(payment.refunded_amount), row.amount_minor) - row.reversed_minor;
    if (amount > 0) await this.settlement.reverse(account, row, { amount, actor_id: null });
  }

  private async lock({ id }: AppPayment): Promise<{ account: Account; row: InvoicePayment } | undefined> {
    const known = await this.payments.byPayment(id);
    if (!known) return undefined;
    const account = await this.settlement.lock(known.document_id);
    return { account, row: await this.payments.lock(known.id) };
  }
}
