import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  IsDate,
  IsDefined,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { mark, NULLABLE, nullableFields, OPTIONAL } from './input/field-metadata.js';
import { Canonical, Cut } from './input/transforms.js';
import { isWithin } from './text.fields.js';

export * from './text.fields.js';

/** The message that the specification names for this fault, in place of `Validation error` with details. */
export const saying = (refusal: string): ValidationOptions => ({ context: { refusal } });

/** The field may be left out; null counts as a value. */
export const Optional = () =>
  applyDecorators(
    mark(OPTIONAL),
    ValidateIf((_, value) => value !== undefined),
  );

/** The field may be null. */
export const Nullable = () =>
  applyDecorators(
    mark(NULLABLE),
    ValidateIf((_, value) => value !== null),
  );

/**
 * Derives a class in which every field may be left out. A field that is left out stays undefined, even if it
 * has a default.
 */
export function partial(type: new (...args: never[]) => object): new () => object {
  const change = { [`${type.name}Change`]: function () {} }[`${type.name}Change`] as unknown as new () => object;
  change.prototype = Object.create(type.prototype as object, { constructor: { value: change } }) as object;
  Object.setPrototypeOf(change, type);
  const nullable = nullableFields(type as new () => object);
  for (const field of Object.keys(new type())) {
    mark(OPTIONAL)(change.prototype as object, field);
    // The condition of a subclass replaces that of its parent in class-validator, so null is also checked here.
    const isGiven = (value: unknown) => value !== undefined && (value !== null || !nullable.has(field));
    ValidateIf((_, value) => isGiven(value))(change.prototype as object, field);
  }
  return change;
}

/**
 * Refuses any value. For a field that would restrict the operation: ignoring it would grant more than the
 * caller asked for.
 */
export const Unsupported = () =>
  applyDecorators(
    mark(OPTIONAL),
    ValidateBy({
      name: 'unsupported',
      validator: {
        validate: (value) => value === undefined,
        defaultMessage: () => '$property is not supported: leave it out',
      },
    }),
    JSONSchema({ not: {} }),
  );

/** The field must be present and not empty. `refusal` is the message of the specification. */
export const Required = (refusal: string) =>
  applyDecorators(
    ValidateBy(
      {
        name: 'required',
        validator: {
          validate: (value) => value !== undefined && value !== null && value !== '',
          defaultMessage: () => '$property is required',
        },
      },
      saying(refusal),
    ),
    IsDefined(),
  );

/** A number with at most two decimals, for percentages and points. `1e-7` is refused, because it has more. */
export const Hundredths = (minimum: number, maximum: number) =>
  applyDecorators(
    ValidateBy({
      name: 'hundredths',
      validator: {
        validate: (value) =>
          typeof value === 'number' && isWithin(value, minimum, maximum) && Number(value.toFixed(2)) === value,
        defaultMessage: () => `$property must be a number from ${minimum} to ${maximum} with at most two decimals`,
      },
    }),
    JSONSchema({ type: 'number', minimum, maximum }),
  );

/** Accepts UUIDs of any version, like ids in paths. An id of an unknown version is well-formed and matches no row. */
export const Uuid = (options?: ValidationOptions) => applyDecorators(Canonical(), IsUUID('loose', options));

/** A time in the input: ISO 8601 with a zone, so that it is unambiguous. */
export const Instant = () =>
  applyDecorators(
    IsString(),
    ValidateBy({
      name: 'instant',
      validator: {
        validate: (value) =>
          typeof value === 'string' &&
          INSTANT.test(value) &&
          isDay(value.slice(0, 'YYYY-MM-DD'.length)) &&
          OF_OUR_ERA.test(new Date(value).toJSON() ?? ''),
        defaultMessage: () => '$property must be an ISO 8601 time with its zone, such as 2030-01-31T12:00:00Z',
      },
    }),
    JSONSchema({ type: 'string', format: 'date-time' }),
  );

/** The year must be 1 to 9999, both in UTC and in the given zone. */
const OF_OUR_ERA = /^(?!0000)\d{4}-/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** True when the day exists: Date accepts the 30th of February as the 2nd of March. Years before 1 are refused. */
const isDay = (day: string) =>
  !day.startsWith('0000') && Boolean(new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day));

/** A day without a time, such as `2030-01-31`. The day must exist. */
export const Day = () =>
  applyDecorators(
    IsString(),
    ValidateBy({
      name: 'day',
      validator: {
        validate: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value),
        defaultMessage: () => '$property must be a day, such as 2030-01-31',
      },
    }),
    JSONSchema({ type: 'string', format: 'date' }),
  );

/** Red, green and blue: `#1a2b3c`. Both cases are written out, because the API's description holds no flags. */
export const Colour = () => Matches(/^#[0-9a-fA-F]{6}$/, { message: '$property must be a colour such as #1a2b3c' });

/** A time in an answer: a Date in the class, ISO 8601 text in JSON. */
export const Time = () => applyDecorators(IsDate(), JSONSchema({ type: 'string', format: 'date-time' }));

/** An object that is no list. */
export const IsPlainObject = () =>
  ValidateBy({
    name: 'object',
    validator: { validate: isObject, defaultMessage: () => '$property must be an object' },
  });
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const Nested = (type: () => new () => object) =>
  applyDecorators(
    IsPlainObject(),
    ValidateNested(),
    Type(type),
    // A list becomes 0, because class-validator would validate each of its items, which takes long.
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? 0 : value)),
  );

/** A list of objects. Without the first validator a nested list would pass as an object. */
export const ListOf = (type: () => new () => object) =>
  applyDecorators(
    ValidateBy({
      name: 'object',
      validator: {
        validate: (value) => Array.isArray(value) && value.every(isObject),
        defaultMessage: () => '$property must be a list of objects',
      },
    }),
    ValidateNested({ each: true }),
    Type(type),
    Cut(),
    JSONSchema({ type: 'array' }),
  );

/** The query of every list. The keyset of the list parses and refuses the values. */
export class ListQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @IsOptional() @IsString(saying('Invalid limit')) limit?: string;
}

/**
 * All items of the list differ, by `identifier`. The validator of class-validator is quadratic: 10,000 items,
 * which a body may contain, took 0.2 s.
 */
export const ArrayUnique = <Thing>(identifier: (thing: Thing) => unknown = (thing) => thing) =>
  ValidateBy({
    name: 'arrayUnique',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        new Set(value.map((thing: Thing | null) => (thing === null ? thing : identifier(thing)))).size === value.length,
      defaultMessage: () => "All $property's elements must be unique",
    },
  });
