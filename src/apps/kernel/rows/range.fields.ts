import { applyDecorators } from '@nestjs/common';
import { isISO8601, IsString, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Where a list begins or ends. */
export const DayOrInstant = () =>
  applyDecorators(
    IsString(),
    ValidateBy({
      name: 'day_or_instant',
      validator: {
        validate: (value) =>
          typeof value === 'string' && (DAY.test(value) || INSTANT.test(value)) && isISO8601(value, { strict: true }),
        defaultMessage: () => '$property must be a day such as 2030-01-31, or a time with its zone',
      },
    }),
    JSONSchema({ type: 'string' }),
  );

export const begins = (text: string) => new Date(text);

/** A day counts whole. */
export const ends = (text: string) => new Date(Date.parse(text) + (DAY.test(text) ? DAY_MS : 0));
