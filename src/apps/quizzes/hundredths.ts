import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** A number with at most two decimals, as points and percentages are kept; written with an exponent it is one too. */
export const Hundredths = (minimum: number, maximum: number) =>
  applyDecorators(
    ValidateBy({
      name: 'hundredths',
      validator: {
        validate: (value) =>
          typeof value === 'number' &&
          value >= minimum &&
          value <= maximum &&
          Number(value.toFixed(2)) === value,
        defaultMessage: () =>
          `$property must be a number from ${minimum} to ${maximum} with at most two decimals`,
      },
    }),
    JSONSchema(() => ({ type: 'number', minimum, maximum })),
  );
