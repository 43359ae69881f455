import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Affiliate } from '../entities/affiliate.entity.js';
import { AmountView, ProgramCard, ratesOf } from '../programs/program.views.js';

const HIDDEN = ['percent_bp', 'fixed_minor', 'clicks_count', 'revenue_sum', 'unpaid_sum'] as const;

/** An affiliate, with the own rate where they have one. */
export class AffiliateView extends viewOf(Affiliate, { without: HIDDEN }) {
  @Nullable() @IsNumber() commission_percent!: number | null;
  @Nullable() @IsNumber() commission_amount!: number | null;
}

/** `currency`: of the program. */
export const presentAffiliate = (affiliate: Affiliate, currency: string): AffiliateView => ({
  ...present(AffiliateView, affiliate),
  ...ratesOf(affiliate, currency),
});

export class PartnershipView extends AffiliateView {
  @IsString() link!: string;
}

class ClickFigures {
  @IsInt() last_30_days!: number;
  @IsInt() all!: number;
}

/** An affiliate's own board. */
export class BoardView extends PartnershipView {
  @Nested(() => ProgramCard) program!: ProgramCard;
  @Nested(() => ClickFigures) clicks!: ClickFigures;
  @Nested(() => ClickFigures) conversions!: ClickFigures;
  @ListOf(() => AmountView) pending!: AmountView[];
  @ListOf(() => AmountView) payable!: AmountView[];
  @ListOf(() => AmountView) in_payout!: AmountView[];
  @ListOf(() => AmountView) paid!: AmountView[];
  @Nullable() @Time() next_payable_at!: Date | null;
}

/** An affiliate with their figures, for the merchant. */
export class ListedAffiliate extends AffiliateView {
  @Nullable() @Nested(() => PersonView) user!: PersonView | null;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
  @IsInt() conversions!: number;
  @ListOf(() => AmountView) revenue!: AmountView[];
  /** Approved and paid. */
  @ListOf(() => AmountView) earned!: AmountView[];
  @ListOf(() => AmountView) payable!: AmountView[];
  @ListOf(() => AmountView) paid!: AmountView[];
  @Nullable() @Time() last_conversion_at!: Date | null;
}
