import { IsBoolean, IsIn, IsNumber, Max, Min } from 'class-validator';
import { Colour, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { minorOf, Price } from '../../kernel/selling/prices.js';
import { ROUNDING_MINUTES, ROUNDING_MODES, type RoundingMode } from '../billing/rounding.policy.js';
import type { Project } from '../entities/project.entity.js';
import { secondsOf } from './project.views.js';

export const MOST_HOURS = 500_000;

/** What is said of a project when it is made or changed, besides its name; null clears. */
export class ProjectInput {
  /** A client of Invoicing. */
  @Optional() @Nullable() @Uuid() client_id?: string | null;
  @Optional() @Nullable() @Colour() color?: string | null;
  @Optional() @Currency() currency?: string;
  @Optional() @IsBoolean() billable?: boolean;
  /** For an hour. */
  @Optional() @Nullable() @Price() rate?: number | null;
  @Optional() @Nullable() @IsIn(ROUNDING_MINUTES) rounding_minutes?: number | null;
  @Optional() @Nullable() @IsIn(ROUNDING_MODES) rounding_mode?: RoundingMode | null;
  @Optional() @Nullable() @IsNumber() @Min(0) @Max(MOST_HOURS) budget_hours?: number | null;
  @Optional() @Nullable() @Price() budget_amount?: number | null;
}

/** Undefined stays undefined, and null stays null. */
export const minorOrNull = (field: string, amount: number | null | undefined, currency: string) =>
  typeof amount === 'number' ? minorOf(field, amount, currency) : amount;

/** The columns that the input gives. */
export const columnsOf = (input: ProjectInput, currency: string): Partial<Project> => ({
  client_id: input.client_id,
  color: input.color,
  currency,
  billable: input.billable,
  rate_minor: minorOrNull('rate', input.rate, currency),
  rounding_minutes: input.rounding_minutes,
  rounding_mode: input.rounding_mode,
  budget_seconds: input.budget_hours === undefined ? undefined : secondsOf(input.budget_hours),
  budget_minor: minorOrNull('budget_amount', input.budget_amount, currency),
});
