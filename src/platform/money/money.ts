/** Currencies whose smallest unit is not a hundredth, as the payment processor counts. */
const SCALES = new Map<string, number>([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0] as const),
  ...'bhd iqd jod kwd lyd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The currency of wallets, and the default currency of a checkout. */
export const USD = 'usd';

export const isCurrency = (code: string) => CURRENCIES.has(code);

const scaleOf = (currency: string) => SCALES.get(currency) ?? 2;

/**
 * The amount in minor units. It is parsed from its decimal text, because 4.35 * 100 is 434.99999999999994.
 * Undefined when it has more decimals than the currency, or is no plain positive number.
 */
export function minorUnits(amount: number, currency: string): bigint | undefined {
  const scale = scaleOf(currency);
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || fraction.length > scale) return undefined;
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** The amount as JSON shows it: a number in major units. */
export const decimal = (minor: bigint, currency = USD): number => Number(decimalText(minor, currency));

/** The amount with all decimals of the currency: `0.50`, `50`, `0.500`. */
export function decimalText(minor: bigint, currency: string): string {
  const scale = scaleOf(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0');
  const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
  return minor < 0n ? `-${text}` : text;
}

/** The smallest payment that the processor accepts in this currency, in minor units. */
export const leastPayment = (currency: string) => (scaleOf(currency) === 3 ? 500 : 50);

/** A fee in hundredths of a percent of an amount, rounded half up, and never more than the amount. */
export function feeOf(amount: bigint, basisPoints: number): bigint {
  const fee = (amount * BigInt(basisPoints) + 5_000n) / 10_000n;
  return fee > amount ? amount : fee;
}
