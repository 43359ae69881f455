import { applyDecorators } from '@nestjs/common';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { saying } from '../http/fields.js';
import { isCurrency, minorUnits, USD } from './money.js';

const LEAST = 0.01;
const MOST = 999_999.99;

/** An amount of money in a body: a JSON number with no more decimals than its currency has. */
export const Amount = () => applyDecorators(Exact(), JSONSchema({ type: 'number', minimum: LEAST, maximum: MOST }));

/** Like `Amount`, with the specification's message for a value that is missing, no number, or not above 0. */
export const WalletAmount = () =>
  applyDecorators(
    ValidateBy(
      {
        name: 'positive',
        validator: { validate: isPositive, defaultMessage: () => '$property must be above 0' },
      },
      saying('Amount must be greater than 0'),
    ),
    Amount(),
  );

const isPositive = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= LEAST;

const Exact = () =>
  ValidateBy({
    name: 'amount',
    validator: {
      validate: (value, given) =>
        isPositive(value) && (value as number) <= MOST && minorUnits(value as number, currencyOf(given)) !== undefined,
      defaultMessage: () =>
        `$property must be a number from ${LEAST} to ${MOST}, with no more decimals than its currency has`,
    },
  });

function currencyOf(given: ValidationArguments | undefined): string {
  const { currency = USD } = (given?.object ?? {}) as { currency?: unknown };
  return typeof currency === 'string' ? currency.toLowerCase() : USD;
}

export const Currency = () =>
  applyDecorators(
    ValidateBy({
      name: 'currency',
      validator: {
        validate: (value) => typeof value === 'string' && isCurrency(value.toLowerCase()),
        defaultMessage: () => '$property must be a currency code of three letters, such as usd',
      },
    }),
    JSONSchema({ type: 'string', minLength: 3, maxLength: 3 }),
  );
