import { IsInt, IsString } from 'class-validator';
import { Day, ListOf } from '../../../platform/http/fields.js';

class DayFigures {
  @Day() day!: string;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
}

export class ValueFigures {
  @IsString() value!: string;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
}

export class LinkStatsView {
  @IsInt() clicks!: number;
  /** Summed over days: who came on two days is two. */
  @IsInt() visitors!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  @ListOf(() => ValueFigures) referrers!: ValueFigures[];
  @ListOf(() => ValueFigures) countries!: ValueFigures[];
  @ListOf(() => ValueFigures) devices!: ValueFigures[];
  @ListOf(() => ValueFigures) os!: ValueFigures[];
  @ListOf(() => ValueFigures) browsers!: ValueFigures[];
  /** `default`, or the index of the rule that led there. */
  @ListOf(() => ValueFigures) destinations!: ValueFigures[];
}
