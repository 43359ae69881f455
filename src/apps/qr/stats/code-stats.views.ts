import { IsInt, IsString } from 'class-validator';
import { Day, ListOf } from '../../../platform/http/fields.js';

class DayFigures {
  @Day() day!: string;
  @IsInt() scans!: number;
  @IsInt() visitors!: number;
}

export class ValueFigures {
  @IsString() value!: string;
  @IsInt() scans!: number;
  @IsInt() visitors!: number;
}

export class CodeStatsView {
  @IsInt() scans!: number;
  /** Summed over days: a visitor of two days counts twice. */
  @IsInt() visitors!: number;
  @ListOf(() => DayFigures) series!: DayFigures[];
  @ListOf(() => ValueFigures) countries!: ValueFigures[];
  @ListOf(() => ValueFigures) devices!: ValueFigures[];
  @ListOf(() => ValueFigures) os!: ValueFigures[];
  /** The scans of each hour of the day, in UTC. */
  @IsInt({ each: true }) hours!: number[];
}
