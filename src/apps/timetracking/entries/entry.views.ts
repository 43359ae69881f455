import { IsBoolean, IsNumber } from 'class-validator';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { amountOf } from '../billing/rounding.policy.js';
import { Entry } from '../entities/entry.entity.js';

export class EntryView extends viewOf(Entry) {
  /** Exact seconds at the rate; 0 if it is not billable, null while it runs. */
  @Nullable() @IsNumber() amount!: number | null;
  @IsBoolean() invoiced!: boolean;
  /** In a locked period. */
  @IsBoolean() locked!: boolean;
}

export class EntryResult {
  @Nested(() => EntryView) entry!: EntryView;
}

export const isLocked = (day: string, lockedUntil: string | null) => lockedUntil !== null && day <= lockedUntil;

const amountMinor = ({ seconds, billable, rate_minor }: Entry) =>
  seconds === null ? null : billable ? amountOf(seconds, rate_minor ?? 0) : 0;

export function presentEntry(row: Entry, lockedUntil: string | null): EntryView {
  const amount = amountMinor(row);
  return {
    ...present(EntryView, row),
    amount: amount === null ? null : money(amount, row.currency),
    invoiced: row.batch_id !== null,
    locked: isLocked(row.local_date, lockedUntil),
  };
}
