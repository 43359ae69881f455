import { IsBoolean, IsInt, Min } from 'class-validator';
import { Chars, Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Amount, Currency } from '../../../platform/money/amount.field.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { minorOf } from '../../kernel/selling/prices.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import {
  CommissionView,
  ConversionView,
  presentCommission,
  presentConversion,
} from '../commissions/commission.views.js';
import type { Affiliate } from '../entities/affiliate.entity.js';
import { type Program, PROGRAM } from '../entities/program.entity.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { AttributionRepository } from '../sales/attribution.repository.js';
import { ConversionRepository } from '../sales/conversion.repository.js';
import { EarningService, type Recorded } from '../sales/earning.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLDEST_DAYS = 90;
const MOST_PAYMENTS = 1_000_000;

class Input {
  @Uuid() program_id!: string;
  @Chars(1, 120) external_id!: string;
  @Amount() amount!: number;
  @Currency() currency!: string;
  /** The token of a click, or an affiliate's code. */
  @Chars(1, 64) referral!: string;
  @Optional() @Instant() occurred_at?: string;
  @Optional() @IsInt() @Min(1) payment_number?: number;
}

class Result {
  @Nested(() => ConversionView) conversion!: ConversionView;
  @Nullable() @Nested(() => CommissionView) commission!: CommissionView | null;
  @IsBoolean() created!: boolean;
}

@Action('record-conversion', {
  access: 'owner',
  target: PROGRAM,
  changes: true,
  description: 'Records a sale that was made outside the platform; once for an external_id.',
  input: Input,
  result: Result,
  refuses: { 400: ['Currency must be {currency}'], 404: ['Referral not found'] },
})
export class RecordConversion {
  constructor(
    private readonly attributions: AttributionRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly conversions: ConversionRepository,
    private readonly commissions: CommissionRepository,
    private readonly earning: EarningService,
  ) {}

  async run({ input, target: program }: Call<Input, Program>): Promise<Result> {
    const { external_id, referral, payment_number = 1 } = input;
    const known = await this.known(program.id, external_id);
    if (known) return answerOf(known, false);
    const currency = input.currency.toLowerCase();
    const occurred_at = momentOf(input.occurred_at);
    const { affiliate, click_id } = await this.referred(program, referral, occurred_at, payment_number);
    if (isFixed(program, affiliate) && currency !== program.currency)
      throw new Refusal(400, `Currency must be ${program.currency}`);
    const recorded = await this.earning.record(program, affiliate, {
      external_id,
      click_id,
      matched_by: 'api',
      source: 'external',
      payment_number: Math.min(payment_number, MOST_PAYMENTS),
      amount_minor: minorOf('amount', input.amount, currency),
      currency,
      occurred_at,
    });
    return answerOf(recorded as Recorded, true);
  }

  /** What was recorded with this id before. */
  private async known(program_id: string, external_id: string): Promise<Recorded | undefined> {
    const conversion = await this.conversions.findOne({ program_id, external_id });
    if (!conversion) return undefined;
    const commission = await this.commissions.findOne({ conversion_id: conversion.id, kind: 'earning' });
    return { conversion, commission: commission ?? null };
  }

  /** A paused program attributes nothing new; what follows the first payment of a subscription is not new. */
  private async referred(program: Program, referral: string, at: Date, payment_number: number) {
    const isOpen = program.status === 'active' || (program.status === 'paused' && payment_number > 1);
    const found = isOpen ? await this.attributions.ofProgram(program.id, referral, at, payment_number) : undefined;
    const affiliate = found && (await this.affiliates.lock(found.affiliate_id));
    if (affiliate?.status !== 'active') throw notFound('Referral');
    return { affiliate, click_id: found?.click_id ?? null };
  }
}

function momentOf(given: string | undefined): Date {
  const now = Date.now();
  const at = given === undefined ? now : Date.parse(given);
  if (at <= now && at >= now - OLDEST_DAYS * DAY_MS) return new Date(at);
  throw invalid({ field: 'occurred_at', message: `occurred_at must be in the last ${OLDEST_DAYS} days` });
}

const isFixed = (program: Program, { percent_bp, fixed_minor }: Affiliate) =>
  fixed_minor !== null || (percent_bp === null && program.fixed_minor !== null);

const answerOf = ({ conversion, commission }: Recorded, created: boolean): Result => ({
  conversion: presentConversion(conversion),
  commission: commission && presentCommission(commission, conversion, 'merchant'),
  created,
});
