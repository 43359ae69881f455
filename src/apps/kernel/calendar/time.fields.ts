import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, ValidateBy, type ValidationOptions } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars, Day } from '../../../platform/http/fields.js';
import { isClock, wallOf } from './wall-clock.js';
import { isTimeZone } from './zone.js';

const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const ZONE = /(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `2026-03-31T09:00Z`: it says itself when it is. */
export const isInstant = (text: string) =>
  INSTANT.test(text) && wallOf(text.replace(ZONE, '')) !== undefined && !Number.isNaN(Date.parse(text));

/** Of a text; that it is one has a rule of its own. */
const rule = (name: string, holds: (text: string) => boolean, message: string, options?: ValidationOptions) =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value) => typeof value !== 'string' || holds(value),
        defaultMessage: () => message,
      },
    },
    options,
  );

/** The time of a wall clock, or an instant. */
export const LocalOrInstant = () =>
  applyDecorators(
    IsString(),
    rule(
      'local_or_instant',
      (text) => (text.includes('T') && wallOf(text) !== undefined) || isInstant(text),
      '$property must be a time such as 2030-01-31T09:00, or 2030-01-31T09:00Z',
    ),
    JSONSchema({ type: 'string' }),
  );

/** The time of a wall clock, or a day. */
export const LocalTime = () =>
  applyDecorators(
    IsString(),
    rule(
      'local_time',
      (text) => wallOf(text) !== undefined,
      '$property must be a time such as 2030-01-31T09:00, or a day',
    ),
    JSONSchema({ type: 'string' }),
  );

/** A day, or an instant. */
export const DayOrInstant = () =>
  applyDecorators(
    IsString(),
    rule(
      'day_or_instant',
      (text) => (!text.includes('T') && wallOf(text) !== undefined) || isInstant(text),
      '$property must be a day such as 2030-01-31, or a time with its zone',
    ),
    JSONSchema({ type: 'string' }),
  );

export const CalendarDay = () =>
  applyDecorators(Day(), Matches(/^[12]\d{3}-/, { message: '$property must be a day of these times' }));

export const ClockTime = () =>
  applyDecorators(
    IsString(),
    rule('clock_time', isClock, '$property must be a time of day, such as 09:00'),
    JSONSchema({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  );

export const TimeZone = (options?: ValidationOptions) =>
  applyDecorators(
    Chars(1, 64),
    rule('time_zone', isTimeZone, '$property must be a time zone of the IANA database, such as Europe/Berlin', options),
  );
