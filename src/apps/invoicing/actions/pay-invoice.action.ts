import { IsString, MaxLength } from 'class-validator';
import { Chars, Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { leastPayment } from '../../../platform/money/money.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { minorOf, MOST_MINOR } from '../../kernel/selling/prices.js';
import { amountText } from '../documents/amount-text.js';
import { todayIn } from '../documents/document.presenter.js';
import { expectInvoice } from '../documents/invoice-target.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { HostedInvoicesService } from '../hosted/hosted-invoices.service.js';
import type { InvoicingSettings } from '../invoicing.settings.js';
import { CheckoutsService } from '../payments/checkouts.service.js';
import { EXCEEDS_DUE } from '../payments/open-invoice.policy.js';
import { AnyAmount, NOT_ABOVE_0 } from '../payments/payment.fields.js';
import { dueNow } from '../payments/settlement.service.js';
import { InvoiceAddressesService } from '../invoice-addresses.service.js';

const IS_PAID = 'Invoice is already paid';
const IS_VOID = 'Invoice is void';
const IS_OFF = 'Online payment is off';
const NO_PARTS = 'Partial payments are not accepted';
const mostOnline = (currency: string) => `At most ${amountText(MOST_MINOR, currency)} can be paid online at once`;
const leastOnline = (currency: string) => `At least ${amountText(leastPayment(currency), currency)} can be paid online`;

class Input {
  @Chars(1, 64) token!: string;
  /** All that is due, unless it is given. */
  @Optional() @AnyAmount() amount?: number;
  /** The hosted page, unless it is given. */
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

class Result {
  @IsString() checkout_url!: string;
  @Uuid() payment_id!: string;
}

@Action('pay-invoice', {
  access: 'public',
  changes: true,
  outside: true,
  about: { payment: 'payment_id' },
  description: 'Opens the page where an invoice is paid, for clients with and without an account.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      NO_PARTS,
      EXCEEDS_DUE,
      NOT_ABOVE_0,
      mostOnline('usd'),
      leastOnline('usd'),
      'Cannot buy from yourself',
      'Seller does not have a connected processor account',
    ],
    404: ['Invoice not found'],
    409: [IS_PAID, IS_VOID, IS_OFF],
    429: ['Too many requests'],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class PayInvoice {
  constructor(
    private readonly hosted: HostedInvoicesService,
    private readonly checkouts: CheckoutsService,
    private readonly addresses: InvoiceAddressesService,
  ) {}

  prepare({ visitor }: EarlyCall<Input>): Promise<void> {
    return this.hosted.count(visitor);
  }

  async run({ input, caller, operationId }: PublicCall<Input>) {
    const document = await this.hosted.find(input.token, 'no key update');
    expectInvoice(document);
    const settings = await this.hosted.settingsOf(document);
    expectPayable(document, settings);
    const page = this.addresses.hostedUrl(document.public_token);
    return this.checkouts.open(document, {
      amount_minor: amountOf(document, settings, input.amount),
      day: todayIn(settings),
      caller,
      operationId,
      success_url: input.success_url ?? page,
      cancel_url: input.cancel_url ?? page,
    });
  }
}

function expectPayable(document: InvoiceDocument, { online_payment }: InvoicingSettings): void {
  if (document.status === 'void') throw new Refusal(409, IS_VOID);
  if (dueNow(document) === 0) throw new Refusal(409, IS_PAID);
  // Nobody can be paid whose account is deleted.
  if (!online_payment || document.owner_id === null) throw new Refusal(409, IS_OFF);
}

function amountOf(document: InvoiceDocument, { partial_payments }: InvoicingSettings, given?: number): number {
  const { currency } = document;
  const due = dueNow(document);
  if (given !== undefined && given <= 0) throw new Refusal(400, NOT_ABOVE_0);
  const amount = given === undefined ? due : minorOf('amount', given, currency);
  if (amount < due && !partial_payments) throw new Refusal(400, NO_PARTS);
  if (amount > due) throw new Refusal(400, EXCEEDS_DUE);
  if (amount > MOST_MINOR) throw new Refusal(400, mostOnline(currency));
  if (amount < leastPayment(currency)) throw new Refusal(400, leastOnline(currency));
  return amount;
}
