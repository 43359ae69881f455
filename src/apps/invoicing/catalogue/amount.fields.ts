import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { invalid } from '../../../platform/http/refusal.js';
import { minorUnits } from '../../../platform/money/money.js';
import { tenThousandths } from '../../kernel/invoices/arithmetic.js';

const MOST_PRICE = 999_999_999.99;
const MOST_QUANTITY = 9_999_999_999;

/** A number with at most four decimals. */
const FourDecimals = (minimum: number, maximum: number) =>
  applyDecorators(
    ValidateBy({
      name: 'four_decimals',
      validator: {
        validate: (value) =>
          typeof value === 'number' && value >= minimum && value <= maximum && tenThousandths(value) !== undefined,
        defaultMessage: () => `$property must be a number from ${minimum} to ${maximum} with at most four decimals`,
      },
    }),
    JSONSchema(() => ({ type: 'number', minimum, maximum })),
  );

export const Quantity = () => FourDecimals(0, MOST_QUANTITY);
export const Percent = () => FourDecimals(0, 100);

/** A price that may be below zero, for what is taken off. Its decimals depend on a currency that is known later. */
export const SignedPrice = () =>
  applyDecorators(
    ValidateBy({
      name: 'signed_price',
      validator: {
        validate: (value) => typeof value === 'number' && Math.abs(value) <= MOST_PRICE,
        defaultMessage: () => `$property must be a number from -${MOST_PRICE} to ${MOST_PRICE}`,
      },
    }),
    JSONSchema(() => ({ type: 'number', minimum: -MOST_PRICE, maximum: MOST_PRICE })),
  );

/** In minor units, exactly. */
export function signedMinor(field: string, amount: number, currency: string): number {
  const minor = minorUnits(Math.abs(amount), currency);
  if (minor === undefined)
    throw invalid({ field, message: `${field} must have no more decimals than its currency has` });
  return amount < 0 ? -Number(minor) : Number(minor);
}
