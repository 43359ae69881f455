import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import type { AffiliateStatus } from '../entities/affiliate.entity.js';
import { Program, ProgramItem, SELLING_APPS, type SellingApp } from '../entities/program.entity.js';

export class AmountView {
  @IsString() currency!: string;
  @IsNumber() amount!: number;
}

/** Of minor units. Currencies in which there is nothing are left out. */
export const amountsOf = (sums: { currency: string; minor: number }[]): AmountView[] =>
  sums.filter(({ minor }) => minor !== 0).map(({ currency, minor }) => ({ currency, amount: money(minor, currency) }));

export class ProgramItemView {
  @IsIn(SELLING_APPS) app_slug!: SellingApp;
  @Uuid() item_id!: string;
  @Nullable() @IsNumber() commission_percent!: number | null;
}

const HIDDEN = ['percent_bp', 'fixed_minor', 'told_through'] as const;

class RateView {
  @Nullable() @IsNumber() commission_percent!: number | null;
  @Nullable() @IsNumber() commission_amount!: number | null;
}

export const percentOf = (bp: number | null) => (bp === null ? null : bp / 100);

export const ratesOf = (
  row: { percent_bp: number | null; fixed_minor: number | null },
  currency: string,
): RateView => ({
  commission_percent: percentOf(row.percent_bp),
  commission_amount: row.fixed_minor === null ? null : money(row.fixed_minor, currency),
});

export class ProgramCard extends viewOf(Program, { without: HIDDEN }) {
  @Nullable() @IsNumber() commission_percent!: number | null;
  @Nullable() @IsNumber() commission_amount!: number | null;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) merchant!: PersonView | null;
}

export class ProgramView extends ProgramCard {
  @ListOf(() => ProgramItemView) items!: ProgramItemView[];
}

export type ProgramRow = Program & { merchant: PersonView | null };

export const presentCard = ({ merchant, ...program }: ProgramRow): ProgramCard => ({
  ...present(ProgramCard, program),
  ...ratesOf(program, program.currency),
  merchant,
});

export const presentProgram = (
  program: ProgramRow,
  items: Pick<ProgramItem, 'app_slug' | 'item_id' | 'percent_bp'>[],
): ProgramView => ({
  ...presentCard(program),
  items: items.map(({ app_slug, item_id, percent_bp }) => ({
    app_slug,
    item_id,
    commission_percent: percentOf(percent_bp),
  })),
});

class AffiliatesByStatus {
  @IsInt() pending!: number;
  @IsInt() active!: number;
  @IsInt() rejected!: number;
  @IsInt() suspended!: number;
}

class CommissionsByStatus {
  @ListOf(() => AmountView) pending!: AmountView[];
  @ListOf(() => AmountView) approved!: AmountView[];
  @ListOf(() => AmountView) paid!: AmountView[];
}

/** What only the merchant sees. */
export class ProgramTotals {
  @Nested(() => AffiliatesByStatus) affiliates!: AffiliatesByStatus;
  @IsInt() clicks!: number;
  @IsInt() conversions!: number;
  @ListOf(() => AmountView) revenue!: AmountView[];
  @Nested(() => CommissionsByStatus) commissions!: CommissionsByStatus;
}

/** Minor units. */
export interface ProgramSums {
  currency: string;
  conversions: number;
  revenue: number;
  pending: number;
  approved: number;
  paid: number;
}

export interface Totals {
  affiliates: { status: AffiliateStatus; count: number }[];
  clicks: number;
  sums: ProgramSums[];
}

export function presentTotals({ affiliates, clicks, sums }: Totals): ProgramTotals {
  const count = (wanted: string) => affiliates.find(({ status }) => status === wanted)?.count ?? 0;
  const by = (what: 'revenue' | 'pending' | 'approved' | 'paid') =>
    amountsOf(sums.map((sum) => ({ currency: sum.currency, minor: sum[what] })));
  return {
    affiliates: {
      pending: count('pending'),
      active: count('active'),
      rejected: count('rejected'),
      suspended: count('suspended'),
    },
    clicks,
    conversions: sums.reduce((all, { conversions }) => all + conversions, 0),
    revenue: by('revenue'),
    commissions: { pending: by('pending'), approved: by('approved'), paid: by('paid') },
  };
}
