import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Matches, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars } from '../../../platform/http/fields.js';
import { urlOf } from '../../../platform/urls.js';

export const PAGEVIEW = 'pageview';
export const EVENT_NAME = /^[A-Za-z0-9 _:.-]{1,64}$/;
const MOST_PROPS = 10;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 200;

export type EventProps = Record<string, string | number | boolean>;

export const EventName = () => Matches(EVENT_NAME);

export const PageUrl = () =>
  applyDecorators(
    Chars(1, 2048),
    ValidateBy({
      name: 'absolute_url',
      validator: {
        validate: (value) => typeof value === 'string' && urlOf(value) !== undefined,
        defaultMessage: () => '$property must be an absolute address',
      },
    }),
  );

/** Of either kind, which the schema of class-validator does not say. */
export const Address = () =>
  applyDecorators(
    Chars(2, 45),
    ValidateBy({
      name: 'address',
      validator: {
        validate: (value) => typeof value === 'string' && isIP(value) !== 0,
        defaultMessage: () => '$property must be an IP address',
      },
    }),
  );

const isValue = (value: unknown) =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= LONGEST_VALUE);

const isProps = (given: unknown) =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.keys(given).length <= MOST_PROPS &&
  Object.entries(given).every(([key, value]) => key.length > 0 && key.length <= LONGEST_KEY && isValue(value));

export const Props = () =>
  applyDecorators(
    ValidateBy({
      name: 'object',
      validator: {
        validate: isProps,
        defaultMessage: () =>
          `$property must be an object of at most ${MOST_PROPS} keys of at most ${LONGEST_KEY} characters, with texts of at most ${LONGEST_VALUE}, numbers or booleans`,
      },
    }),
    JSONSchema({
      type: 'object',
      maxProperties: MOST_PROPS,
      additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: LONGEST_VALUE },
    }),
  );
