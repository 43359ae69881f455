import { IsInt, IsString } from 'class-validator';
import { Day, ListOf } from '../../../platform/http/fields.js';

class DayFigures {
  @Day() day!: string;
  @IsInt() views!: number;
  @IsInt() visitors!: number;
}

export class ValueFigures {
  @IsString() value!: string;
  @IsInt() views!: number;
  @IsInt() visitors!: number;
}

export class PostStatsView {
  @IsInt() views!: number;
  /** Added up over days: who reads on two days counts twice. */
  @IsInt() visitors!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  @ListOf(() => ValueFigures) referrers!: ValueFigures[];
  @ListOf(() => ValueFigures) countries!: ValueFigures[];
  @ListOf(() => ValueFigures) devices!: ValueFigures[];
}
