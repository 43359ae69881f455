/** Currencies whose smallest unit is not a hundredth, as the processor counts them. */
const SCALES = new Map<string, number>([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'bhd iqd jod kwd lyd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** What wallets are kept in, and what a checkout is in that names no currency. */
export const USD = 'usd';

export const isCurrency = (code: string) => CURRENCIES.has(code);

const scaleOf = (currency: string) => SCALES.get(currency) ?? 2;

/**
 * The amount in minor units, read off its decimal text, because 4.35 * 100 is 434.99999999999994.
 * Undefined where it has more decimals than the currency, or is no plain positive number.
 */
export function minorUnits(amount: number, currency: string): bigint | undefined {
  const scale = scaleOf(currency);
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || fraction.length > scale) return undefined;
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** As JSON shows it: the number whose decimal text is the amount. */
export function decimal(minor: bigint, currency = USD): number {
  const scale = scaleOf(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0');
  const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
  return Number(minor < 0n ? `-${text}` : text);
}

/** A part of an amount in hundredths of a percent, half a unit rounded up, and never more than the whole. */
export function feeOf(amount: bigint, basisPoints: number): bigint {
  const fee = (amount * BigInt(basisPoints) + 5_000n) / 10_000n;
  return fee > amount ? amount : fee;
}
