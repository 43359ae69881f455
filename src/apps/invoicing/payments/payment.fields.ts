import { applyDecorators } from '@nestjs/common';
import { IsNumber, Max, ValidateBy } from 'class-validator';
import { saying } from '../../../platform/http/fields.js';

export const NOT_ABOVE_0 = 'Amount must be greater than 0';
/** In major units, more than any document comes to. */
const MOST_AMOUNT = 10_000_000_000_000;

/** An amount in a body. How many decimals it may have depends on the currency of the invoice. */
export const AnyAmount = () => applyDecorators(IsNumber(), Max(MOST_AMOUNT));

/** One that must be above 0, whatever the invoice is. */
export const PaidAmount = () =>
  applyDecorators(
    AnyAmount(),
    ValidateBy(
      {
        name: 'positive',
        validator: {
          // What is no number is another fault.
          validate: (value) => typeof value !== 'number' || value > 0,
          defaultMessage: () => '$property must be above 0',
        },
      },
      saying(NOT_ABOVE_0),
    ),
  );
