import { creditLines, type TaxLine } from '../../kernel/invoices/arithmetic.js';
import type { NewLine } from '../documents/line.repository.js';

/** What is left to credit of an invoice, by rate, so that all of its credit notes together have its taxes. */
export function leftLines(taxLines: readonly TaxLine[], notes: readonly (readonly TaxLine[])[]): TaxLine[] {
  const left = new Map(taxLines.map((line) => [keyOf(line), { ...line }]));
  for (const line of notes.flat()) {
    const of = left.get(keyOf(line)) ?? { ...line, net: 0, tax: 0 };
    left.set(keyOf(line), { ...of, net: of.net - line.net, tax: of.tax - line.tax });
  }
  const rest = [...left.values()];
  // More of a rate was credited than the invoice has of it: what is left is a sum, and no longer one by rates.
  const isExact = rest.every(({ net, tax }) => net >= 0 && tax >= 0);
  return isExact ? withoutEmpty(rest) : amountLines(grossOf(rest), taxLines);
}

/** An amount over the rates of an invoice. */
export const amountLines = (gross: number, taxLines: readonly TaxLine[]): TaxLine[] =>
  withoutEmpty(creditLines(gross, taxLines));

/** The columns with the sums of a credit note that has one line for each rate. */
export function sumsOfRates(lines: TaxLine[], pricesIncludeTax: boolean) {
  const tax_minor = lines.reduce((sum, { tax }) => sum + tax, 0);
  const total_minor = grossOf(lines);
  const subtotal_minor = pricesIncludeTax ? total_minor : total_minor - tax_minor;
  return { subtotal_minor, discount_minor: 0, tax_minor, total_minor, tax_lines: lines };
}

/** One line for each rate, priced as those of the invoice are. */
export const linesOfRates = (lines: TaxLine[], description: string, pricesIncludeTax: boolean): NewLine[] =>
  lines.map(({ name, rate_ppm, net, tax }) => ({
    description,
    quantity: 1,
    unit: null,
    unit_price_minor: pricesIncludeTax ? net + tax : net,
    discount_percent: null,
    tax_rate_id: null,
    tax_name: name,
    rate_ppm,
    amount_minor: pricesIncludeTax ? net + tax : net,
  }));

const keyOf = ({ name, rate_ppm }: TaxLine) => JSON.stringify([rate_ppm, name]);
const grossOf = (lines: readonly TaxLine[]) => lines.reduce((sum, { net, tax }) => sum + net + tax, 0);
const withoutEmpty = (lines: TaxLine[]) => lines.filter(({ net, tax }) => net !== 0 || tax !== 0);
