import { decimalText } from '../../../platform/money/money.js';

/** With all decimals of the currency, and its code: `12.50 USD`. */
export const amountText = (minor: number, currency: string) =>
  `${decimalText(BigInt(minor), currency)} ${currency.toUpperCase()}`;
