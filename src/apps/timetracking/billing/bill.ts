import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { InvoiceBatch } from '../entities/entry.entity.js';
import type { Candidate } from './batch.repository.js';
import {
  type Billable,
  type BilledLine,
  type Grouping,
  hoursOf,
  linesOf,
  type RoundingChoice,
} from './lines.policy.js';

/** Of one invoice. */
export const MOST_ENTRIES = 5_000;
const MOST_LINES = 200;
export const TOO_MANY = 'At most 5,000 entries';

class LineView {
  @IsString() description!: string;
  @IsNumber() hours!: number;
  @IsNumber() rate!: number;
  @IsNumber() amount!: number;
}

class PreviewView {
  @IsString() currency!: string;
  @IsInt() entry_count!: number;
  @IsInt() exact_seconds!: number;
  @IsInt() billed_seconds!: number;
  @IsNumber() total!: number;
  @ListOf(() => LineView) lines!: LineView[];
}

class BatchView extends viewOf(InvoiceBatch, { without: ['rounding', 'lines'] }) {
  @ListOf(() => LineView) lines!: LineView[];
}

export class InvoiceResult {
  @Optional() @Nested(() => PreviewView) preview?: PreviewView;
  @Optional() @Nested(() => BatchView) batch?: BatchView;
  @Optional() @Uuid() invoice_id?: string;
}

export type Bill = Pick<
  InvoiceBatch,
  'currency' | 'rounding' | 'lines' | 'entry_count' | 'exact_seconds' | 'billed_seconds' | 'total_minor'
>;

/** In the order of their starts. */
export function billable(found: Candidate[]): { entries: Billable[]; currency: string } {
  const [first] = found;
  if (!first) throw new Refusal(409, 'Nothing to invoice');
  if (found.length > MOST_ENTRIES) throw new Refusal(400, TOO_MANY);
  const unpriced = found.filter(({ rate_minor }) => rate_minor === null).length;
  if (unpriced) throw new Refusal(409, `Entries without a rate: ${unpriced}`);
  if (found.some(({ currency }) => currency !== first.currency))
    throw new Refusal(409, 'Entries are in more than one currency');
  const entries = found.toSorted((a, b) => +a.started_at - +b.started_at);
  return {
    entries: entries.map((entry) => ({ ...entry, rate_minor: entry.rate_minor ?? 0 })),
    currency: first.currency,
  };
}

/** What these entries come to. */
export function billOf(
  { entries, currency }: ReturnType<typeof billable>,
  grouping: Grouping,
  choice: RoundingChoice,
): Bill {
  const lines = linesOf(entries, grouping, choice);
  if (lines.length > MOST_LINES) throw new Refusal(400, 'An invoice has at most 200 lines');
  const sum = (name: 'exact_seconds' | 'billed_seconds' | 'amount_minor') =>
    lines.reduce((total, line) => total + line[name], 0);
  return {
    currency,
    rounding: choice.settings,
    lines,
    entry_count: entries.length,
    exact_seconds: sum('exact_seconds'),
    billed_seconds: sum('billed_seconds'),
    total_minor: sum('amount_minor'),
  };
}

const linesIn = (lines: BilledLine[], currency: string): LineView[] =>
  lines.map(({ description, billed_seconds, rate_minor, amount_minor }) => ({
    description,
    hours: hoursOf(billed_seconds),
    rate: money(rate_minor, currency),
    amount: money(amount_minor, currency),
  }));

export const previewOf = ({
  currency,
  lines,
  entry_count,
  exact_seconds,
  billed_seconds,
  total_minor,
}: Bill): PreviewView => ({
  currency,
  entry_count,
  exact_seconds,
  billed_seconds,
  total: money(total_minor, currency),
  lines: linesIn(lines, currency),
});

export const answerOf = (batch: InvoiceBatch): InvoiceResult => ({
  batch: { ...present(BatchView, batch), lines: linesIn(batch.lines, batch.currency) },
  invoice_id: batch.invoice_id ?? undefined,
});
