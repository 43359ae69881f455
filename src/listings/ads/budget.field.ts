import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const LEAST = 0.01;
const MOST = 999_999.99;
const DECIMAL = /^\d+(\.\d{1,2})?$/;

/** A sum of money in a body: a JSON number of at most two decimals. */
export const Budget = () =>
  applyDecorators(
    ValidateBy({
      name: 'budget',
      validator: {
        validate: (value) =>
          typeof value === 'number' && value >= LEAST && value <= MOST && DECIMAL.test(String(value)),
        defaultMessage: () =>
          `$property must be a number from ${LEAST} to ${MOST}, with at most two decimals`,
      },
    }),
    JSONSchema({ type: 'number', minimum: LEAST, maximum: MOST }),
  );
