import { priced } from '../../kernel/invoices/arithmetic.js';
import { money } from '../../kernel/selling/prices.js';
import { amountOf, type Rounding, roundSeconds, type Step } from './rounding.policy.js';

/** An entry that is about to be billed. */
export interface Billable {
  id: string;
  project_id: string;
  project_name: string;
  task_id: string | null;
  task_name: string | null;
  local_date: string;
  description: string;
  seconds: number;
  rate_minor: number;
  /** What its project says; null: the setting. */
  rounding_minutes: number | null;
  rounding_mode: Step['mode'] | null;
}

export type Grouping = 'project' | 'task' | 'day' | 'entry';

/** As the batch keeps it. */
export interface BilledLine {
  description: string;
  entry_ids: string[];
  exact_seconds: number;
  billed_seconds: number;
  rate_minor: number;
  amount_minor: number;
}

/** What a call says goes before the project, and that before the settings. */
export interface RoundingChoice {
  call: Partial<Step>;
  settings: Rounding;
}

const HOUR = 3_600;
const DIGITS = 10_000;

const stepOf = (entry: Billable, { call, settings }: RoundingChoice): Step => ({
  minutes: call.minutes ?? entry.rounding_minutes ?? settings.minutes,
  mode: call.mode ?? entry.rounding_mode ?? settings.mode,
});

const KEYS: Record<Grouping, (entry: Billable) => string> = {
  project: ({ project_id }) => project_id,
  task: ({ project_id, task_id }) => `${project_id} ${task_id ?? ''}`,
  day: ({ local_date }) => local_date,
  entry: ({ id }) => id,
};

const TEXTS: Record<Grouping, (entry: Billable) => string> = {
  project: ({ project_name }) => project_name,
  task: ({ project_name, task_name }) => (task_name === null ? project_name : `${project_name}: ${task_name}`),
  day: ({ local_date }) => local_date,
  entry: ({ local_date, project_name, description }) => `${local_date} ${description || project_name}`,
};

/** One line for each group, rate and rounding, in the order of the entries. */
export function linesOf(entries: Billable[], grouping: Grouping, choice: RoundingChoice): BilledLine[] {
  const lines = new Map<string, { step: Step; line: BilledLine }>();
  for (const entry of entries) {
    const step = stepOf(entry, choice);
    const key = [KEYS[grouping](entry), entry.rate_minor, step.minutes, step.mode].join(' ');
    const known = lines.get(key) ?? { step, line: emptyLine(TEXTS[grouping](entry), entry.rate_minor) };
    lines.set(key, known);
    known.line.entry_ids.push(entry.id);
    known.line.exact_seconds += entry.seconds;
    known.line.billed_seconds += choice.settings.scope === 'entry' ? roundSeconds(entry.seconds, step) : entry.seconds;
  }
  return [...lines.values()].map(({ step, line }) => {
    const billed_seconds =
      choice.settings.scope === 'group' ? roundSeconds(line.exact_seconds, step) : line.billed_seconds;
    return { ...line, billed_seconds, amount_minor: amountOf(billed_seconds, line.rate_minor) };
  });
}

const emptyLine = (description: string, rate_minor: number): BilledLine => ({
  description,
  entry_ids: [],
  exact_seconds: 0,
  billed_seconds: 0,
  rate_minor,
  amount_minor: 0,
});

/** With four decimals, as an invoice shows them. */
export const hoursOf = (seconds: number) => Math.round((seconds * DIGITS) / HOUR) / DIGITS;

/**
 * As Invoicing takes it. Where its own product would be another one, the amount is the price of one piece, and so it is where the
 * rounding leaves no time.
 */
export function invoiceLine(line: BilledLine, currency: string, taxRateId: string | undefined) {
  const hours = hoursOf(line.billed_seconds);
  const tax = taxRateId === undefined ? {} : { tax_rate_id: taxRateId };
  if (hours > 0 && priced(hours, line.rate_minor) === line.amount_minor) {
    const unit_price = money(line.rate_minor, currency);
    return { description: line.description, quantity: hours, unit: 'h', unit_price, ...tax };
  }
  const description = `${line.description} (${hours} h)`;
  return { description, quantity: 1, unit_price: money(line.amount_minor, currency), ...tax };
}
