import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const PLAIN = /^\d+(\.\d{1,2})?$/;

/** A number with at most two decimals, as its text says it: what is written as `1e-7` has more of them. */
export const Decimal = (minimum: number, maximum: number) =>
  applyDecorators(
    ValidateBy({
      name: 'decimal',
      validator: {
        validate: (value) =>
          typeof value === 'number' && PLAIN.test(String(value)) && value >= minimum && value <= maximum,
        defaultMessage: () =>
          `$property must be a number from ${minimum} to ${maximum} with at most two decimals`,
      },
    }),
    JSONSchema({ type: 'number', minimum, maximum }),
  );
