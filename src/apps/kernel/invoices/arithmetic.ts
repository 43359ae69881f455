/** A rate of 100 %, in millionths. */
export const WHOLE_PPM = 1_000_000;
/** Quantities and percentages have at most four decimals. */
const SCALE = 10_000n;

/** A line as the tax sees it: what it costs after its own discount, in minor units. */
export interface TaxedLine {
  amount: number;
  /** Null: no tax. */
  tax_name: string | null;
  rate_ppm: number;
}

export interface TaxLine {
  name: string | null;
  rate_ppm: number;
  net: number;
  tax: number;
}

export interface Totals {
  /** The lines as they are priced, before the discount of the document. */
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  tax_lines: TaxLine[];
}

export type DocumentDiscount = { percent: number } | { minor: number } | undefined;

/** Half away from zero, exactly. The divisor is positive. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = (2n * (dividend < 0n ? -dividend : dividend) + divisor) / (2n * divisor);
  return dividend < 0n ? -half : half;
}

/** A number of at most four decimals as a whole number of ten-thousandths; undefined if it has more. */
export function tenThousandths(value: number): bigint | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction.padEnd(4, '0'));
  return sign ? -digits : digits;
}

/** Quantity × price, rounded to the minor unit. */
export function priced(quantity: number, priceMinor: number): number {
  return Number(roundedQuotient(exact(quantity) * BigInt(priceMinor), SCALE));
}

/** So many percent of an amount. */
export function percentOf(amount: number, percent: number): number {
  return Number(roundedQuotient(BigInt(amount) * exact(percent), 100n * SCALE));
}

export function lineAmount(quantity: number, priceMinor: number, discountPercent = 0): number {
  const full = priced(quantity, priceMinor);
  return full - percentOf(full, discountPercent);
}

/**
 * The amount in parts that stand to each other as the weights do, by largest remainder: their sum is the amount, and no
 * part is further than one unit from its exact share. Weights may be negative, their sum may not.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum <= 0n) {
    if (amount === 0) return weights.map(() => 0);
    throw new RangeError('An amount cannot be spread over weights without a sum');
  }
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    const rest = ((product % sum) + sum) % sum;
    return { index, part: (product - rest) / sum, rest };
  });
  const left = BigInt(amount) - shares.reduce((total, { part }) => total + part, 0n);
  // A stable sort: of equal remainders the first line gets the unit.
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const share of byRest.slice(0, Number(left))) share.part += 1n;
  return shares.map(({ part }) => Number(part));
}

/** Tax on a net sum. */
export const taxOn = (net: number, ratePpm: number): number =>
  Number(roundedQuotient(BigInt(net) * BigInt(ratePpm), BigInt(WHOLE_PPM)));

/** The tax that a gross sum contains. */
export const taxWithin = (gross: number, ratePpm: number): number =>
  gross - Number(roundedQuotient(BigInt(gross) * BigInt(WHOLE_PPM), BigInt(WHOLE_PPM + ratePpm)));

/**
 * The sums of a document. Its tax is that of each rate on the sum of its lines, and not of each line (EN 16931).
 * Undefined when the discount is more than the lines come to: such a document would be below zero.
 */
export function totalsOf(
  lines: readonly TaxedLine[],
  discountGiven: DocumentDiscount,
  pricesIncludeTax: boolean,
): Totals | undefined {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const discount = discountOf(subtotal, discountGiven);
  if (subtotal < 0 || discount > subtotal) return undefined;
  const reductions = spread(
    discount,
    lines.map(({ amount }) => amount),
  );
  const groups = new Map<string, { name: string | null; rate_ppm: number; sum: number }>();
  for (const [index, { amount, tax_name, rate_ppm }] of lines.entries()) {
    const key = JSON.stringify([rate_ppm, tax_name]);
    const group = groups.get(key) ?? { name: tax_name, rate_ppm, sum: 0 };
    group.sum += amount - (reductions[index] ?? 0);
    groups.set(key, group);
  }
  const tax_lines = [...groups.values()].map(({ name, rate_ppm, sum }) => {
    const tax = pricesIncludeTax ? taxWithin(sum, rate_ppm) : taxOn(sum, rate_ppm);
    return { name, rate_ppm, net: pricesIncludeTax ? sum - tax : sum, tax };
  });
  const tax = tax_lines.reduce((sum, line) => sum + line.tax, 0);
  const total = tax_lines.reduce((sum, line) => sum + line.net + line.tax, 0);
  return total < 0 ? undefined : { subtotal, discount, tax, total, tax_lines };
}

/** A gross amount over the rates of a document, by what each of them comes to with its tax. */
export function creditLines(gross: number, taxLines: readonly TaxLine[]): TaxLine[] {
  const parts = spread(
    gross,
    taxLines.map(({ net, tax }) => net + tax),
  );
  return taxLines.map(({ name, rate_ppm }, index) => {
    const part = parts[index] ?? 0;
    const tax = taxWithin(part, rate_ppm);
    return { name, rate_ppm, net: part - tax, tax };
  });
}

function discountOf(subtotal: number, given: DocumentDiscount): number {
  if (!given) return 0;
  return 'percent' in given ? percentOf(subtotal, given.percent) : given.minor;
}

function exact(value: number): bigint {
  const whole = tenThousandths(value);
  if (whole === undefined) throw new RangeError(`${value} has more than four decimals`);
  return whole;
}
