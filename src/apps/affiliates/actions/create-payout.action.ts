import { IsIn, IsString, MaxLength } from 'class-validator';
import { Nested, Optional, Uuid, WebAddress, Written } from '../../../platform/http/fields.js';
import { Refusal, unavailable } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { sellerNotConnected } from '../../../payments/checkout/sales.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { type AppSale, AppPaymentsService } from '../../kernel/selling/app-payments.service.js';
import { type Affiliate, OF_PROGRAM } from '../entities/affiliate.entity.js';
import { METHODS, type Payout } from '../entities/payout.entity.js';
import type { Program } from '../entities/program.entity.js';
import { PayoutRepository } from '../payouts/payout.repository.js';
import { PayoutsService } from '../payouts/payouts.service.js';
import { PayoutView, presentPayout } from '../payouts/payout.views.js';

class Input {
  @Uuid() affiliate_id!: string;
  @Optional() @Currency() currency?: string;
  @IsIn(METHODS) method!: Payout['method'];
  @Optional() @Written(0, 200) reference?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

class Result {
  @Nested(() => PayoutView) payout!: PayoutView;
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
}

@Action('create-payout', {
  access: 'owner',
  target: OF_PROGRAM,
  changes: true,
  outside: true,
  description:
    'Pays an affiliate all approved commissions of a currency: by a checkout, or recorded as paid elsewhere.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Give a reference',
      'success_url and cancel_url are required',
      'Seller does not have a connected processor account',
    ],
    409: ['Nothing to pay', 'Minimum payout is {amount}'],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class CreatePayout {
  constructor(
    private readonly payouts: PayoutsService,
    private readonly repository: PayoutRepository,
    private readonly payments: AppPaymentsService,
  ) {}

  async run({ input, target: affiliate, parent: program }: Call<Input, Affiliate, Program>) {
    const { method, reference } = input;
    const currency = await this.payouts.currencyOf(program, affiliate, input.currency);
    if (method === 'platform') {
      const payout = await this.payouts.begin(program, affiliate, currency);
      return payout.checkout_url ? answerOf(payout, payout.checkout_url) : this.open(payout, program, input);
    }
    if (!reference?.trim()) throw new Refusal(400, 'Give a reference');
    return { payout: presentPayout(await this.payouts.payByHand(program, affiliate, currency, reference)) };
  }

  private async open(payout: Payout, program: Program, { success_url, cancel_url }: Input): Promise<Outside> {
    const { id, owner_id, merchant_id, payment_id, amount_minor, currency, expires_at } = payout;
    if (!owner_id || !merchant_id) throw sellerNotConnected();
    const sale: AppSale = {
      id: payment_id as string,
      seller_id: owner_id,
      buyer: await this.repository.payer(merchant_id),
      amount: BigInt(amount_minor),
      currency,
      description: `Commissions of ${program.name}`,
      app_slug: 'affiliates',
      reference_type: 'payout',
      reference_id: id,
      fee: 'none',
      expires_at: expires_at as Date,
      success_url,
      cancel_url,
    };
    return this.payments.checkout(sale, {
      done: async (url, lock) => {
        await lock();
        const opened = await this.payouts.storeCheckoutUrl(id, url);
        if (!opened) throw unavailable();
        return answerOf(opened, url);
      },
      undo: () => this.payouts.giveUp(payout),
    });
  }
}

const answerOf = (payout: Payout, checkout_url: string): Result => ({
  payout: presentPayout(payout),
  checkout_url,
  payment_id: payout.payment_id as string,
});
