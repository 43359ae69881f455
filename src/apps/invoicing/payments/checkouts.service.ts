import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../../platform/access/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Outside } from '../../kernel/calls/outside.js';
import { AppPaymentsService, type AppSale, PAGE_LASTS_LONGER_MS } from '../../kernel/selling/app-payments.service.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import type { InvoicePayment } from '../entities/invoice-payment.entity.js';
import { InvoicePaymentRepository } from './payment.repository.js';

const CHECKOUT_MS = 30 * 60 * 1000;
/** The processor answers or has failed by then. */
const LONGEST_WAIT_MS = 16_000;
/** A payment without a page for longer gets none any more: the process that was to open it is gone. */
const OPENING_MS = 30_000;
const LOOK_EVERY_MS = 100;

export interface Checkout {
  amount_minor: number;
  /** Today, where the owner is. */
  day: string;
  /** Undefined: a guest. */
  caller: Caller | undefined;
  operationId: string;
  success_url: string;
  cancel_url: string;
}

export interface CheckoutPage {
  checkout_url: string;
  payment_id: string;
}

/** The pages where clients pay invoices. The caller has locked the document. */
@AppProvider()
export class CheckoutsService {
  constructor(
    private readonly appPayments: AppPaymentsService,
    private readonly payments: InvoicePaymentRepository,
  ) {}

  /** The page that is open for this amount already, so that a second click does not pay twice; otherwise another one. */
  async open(document: InvoiceDocument, checkout: Checkout): Promise<CheckoutPage | Outside> {
    const pages = await this.payments.pages(document.id, checkout.amount_minor);
    const live = pages.find(isLive);
    if (live?.checkout_url) return pageOf(live, live.checkout_url);
    // Who opens it may have named other addresses to return to: the processor is asked by them alone.
    if (live && live.payment_id !== checkout.operationId) return this.awaited(live);
    return this.begin(document, checkout);
  }

  private async begin(document: InvoiceDocument, checkout: Checkout): Promise<Outside> {
    const { amount_minor, day, caller, operationId, success_url, cancel_url } = checkout;
    const { id, owner_id, client_id, currency, number } = document;
    const made = await this.payments.insertIfAbsent({
      owner_id,
      document_id: id,
      client_id,
      amount_minor,
      currency,
      method: 'online',
      paid_on: day,
      payment_id: operationId,
      expires_at: new Date(Date.now() + CHECKOUT_MS),
    });
    // A repeated call, whose first attempt died: the processor answers the same page.
    const row = made ?? (await this.payments.the({ payment_id: operationId }, 'Payment'));
    const sale: AppSale = {
      id: operationId,
      seller_id: owner_id,
      buyer: caller ? { id: caller.id, email: caller.email } : null,
      amount: BigInt(amount_minor),
      currency,
      description: `Invoice ${number}`,
      app_slug: 'invoicing',
      reference_type: 'invoice_payment',
      reference_id: row.id,
      expires_at: new Date((row.expires_at as Date).getTime() + PAGE_LASTS_LONGER_MS),
      success_url,
      cancel_url,
    };
    return this.appPayments.checkout(sale, {
      done: async (url) => {
        await this.payments.update({ id: row.id }, { checkout_url: url });
        return pageOf(row, url);
      },
      undo: async () => {
        await this.payments.delete({ id: row.id, status: 'pending', checkout_url: null });
      },
    });
  }

  /** The page that another call is opening. */
  private awaited(row: InvoicePayment): Outside {
    return Outside.first({
      ask: () => this.addressOf(row.id),
      done: (url) => Promise.resolve(pageOf(row, url)),
      undo: () => Promise.resolve(),
    });
  }

  private async addressOf(id: string): Promise<string> {
    const until = Date.now() + LONGEST_WAIT_MS;
    let row = await this.payments.findOne({ id });
    while (row && !row.checkout_url && Date.now() < until) {
      await sleep(LOOK_EVERY_MS);
      row = await this.payments.findOne({ id });
    }
    if (row?.checkout_url) return row.checkout_url;
    throw new Refusal(502, 'Payment processor unavailable');
  }
}

function isLive({ checkout_url, created_at }: InvoicePayment): boolean {
  return checkout_url !== null || Date.now() - created_at.getTime() < OPENING_MS;
}

const pageOf = ({ payment_id }: InvoicePayment, checkout_url: string): CheckoutPage => ({
  checkout_url,
  payment_id: payment_id as string,
});
