import { IsInt, IsNumber, IsString, Matches } from 'class-validator';
import { ListOf, Nested, Optional } from '../../platform/http/fields.js';

export class OverviewQuery {
  @Optional()
  @IsString()
  @Matches(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, { message: 'days must be 1 to 365' })
  days?: string;
}

class Waiting {
  @IsInt() reports!: number;
  @IsInt() ads!: number;
  @IsInt() jobs!: number;
  @IsInt() authorship_requests!: number;
  @IsInt() withdrawals!: number;
  @IsInt() flagged_posts!: number;
}

class Totals {
  @IsInt() users!: number;
  /** Published posts. */
  @IsInt() posts!: number;
  /** Completed payments without refunds, and without deposits, which still belong to their owners. */
  @IsNumber() revenue!: number;
}

class Day {
  /** A day in UTC. */
  @IsString() date!: string;
  @IsInt() sign_ups!: number;
  @IsInt() posts!: number;
  @IsNumber() revenue!: number;
}

export class OverviewAnswer {
  @Nested(() => Waiting) waiting!: Waiting;
  @Nested(() => Totals) totals!: Totals;
  /** Oldest first; the last one is today. */
  @ListOf(() => Day) days!: Day[];
}
