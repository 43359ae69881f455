import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  getMetadataStorage,
  IsDate,
  IsDefined,
  IsEmail,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PASSWORD_LENGTH } from '../../config/credentials.js';
import { canonicalId } from '../../database/uuid.js';

/** The message of a fault where the specification names one, in the place of `Validation error` and details. */
export const saying = (refusal: string): ValidationOptions => ({ context: { refusal } });

const NULLABLE = Symbol('nullable');
const OPTIONAL = Symbol('optional');

function mark(kind: symbol): PropertyDecorator {
  return (target, property) => {
    const marked = (Reflect.getMetadata(kind, target) as Set<string> | undefined) ?? new Set();
    Reflect.defineMetadata(kind, new Set([...marked, String(property)]), target);
  };
}

export const nullableFields = (type: new () => object): Set<string> =>
  (Reflect.getMetadata(NULLABLE, type.prototype as object) as Set<string> | undefined) ?? new Set();
export const optionalFields = (type: new () => object): Set<string> =>
  (Reflect.getMetadata(OPTIONAL, type.prototype as object) as Set<string> | undefined) ?? new Set();

/** All that a class has validators for, its parents' too. */
export const fieldsOf = (type: new (...args: never[]) => object): Set<string> =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  );

/** May be left out; null is not the same as left out. */
export const Optional = () =>
  applyDecorators(
    mark(OPTIONAL),
    ValidateIf((_, value) => value !== undefined),
  );

/** May be null, as a value of its own. */
export const Nullable = () =>
  applyDecorators(
    mark(NULLABLE),
    ValidateIf((_, value) => value !== null),
  );

/** The same class with every field left out at will; what is left out stays so, whatever default the field has. */
export function partial(type: new (...args: never[]) => object): new () => object {
  const change = { [`${type.name}Change`]: function () {} }[
    `${type.name}Change`
  ] as unknown as new () => object;
  change.prototype = Object.create(type.prototype as object, { constructor: { value: change } }) as object;
  Object.setPrototypeOf(change, type);
  const nullable = nullableFields(type as new () => object);
  for (const field of Object.keys(new type())) {
    mark(OPTIONAL)(change.prototype as object, field);
    // class-validator takes the condition of a subclass in the place of its parent's, so null is looked at here too.
    const isGiven = (value: unknown) => value !== undefined && (value !== null || !nullable.has(field));
    ValidateIf((_, value) => isGiven(value))(change.prototype as object, field);
  }
  return change;
}

/** Given, and not empty; with the message that the specification has for its absence. */
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

/** Text of so many code points: what a person counts as characters, not what UTF-16 does. `each`: a list of such. */
export const Chars = (min: number, max: number, options: { each?: boolean } = {}) =>
  applyDecorators(
    IsString(options),
    ValidateBy(
      {
        name: 'chars',
        validator: {
          validate: (value) => typeof value === 'string' && within([...value].length, min, max),
          defaultMessage: () =>
            `${options.each ? 'each of ' : ''}$property must have ${min} to ${max} characters`,
        },
      },
      options,
    ),
    JSONSchema(
      options.each ? { items: { minLength: min, maxLength: max } } : { minLength: min, maxLength: max },
    ),
  );

/** Text that says something: white space alone is none. All of it is kept as it was given. */
export const Words = (max: number, { min = 1, each = false } = {}) =>
  applyDecorators(
    Chars(min, max, { each }),
    ValidateBy(
      {
        name: 'words',
        validator: {
          validate: (value) => typeof value !== 'string' || !BLANK.test(value),
          defaultMessage: () => `${each ? 'each of ' : ''}$property must not be blank`,
        },
      },
      { each },
    ),
    JSONSchema(each ? { items: said(min, max) } : said(min, max)),
  );

const said = (minLength: number, maxLength: number) => ({ minLength, maxLength, pattern: '\\S' });

const BLANK = /^\s+$/;

const WRITTEN = Symbol('written');

/**
 * Words that people write for others: they are filtered before anything is done with them. `min` 0: there may be none;
 * `each`: a list of such.
 */
export const Written = (min: number, max: number, { each = false } = {}) =>
  applyDecorators(
    min ? Words(max, { min, each }) : Chars(min, max, { each }),
    (target: object, property: string | symbol) => {
      const known = (Reflect.getMetadata(WRITTEN, target) as Map<string, number> | undefined) ?? [];
      Reflect.defineMetadata(WRITTEN, new Map([...known, [String(property), max]]), target);
    },
  );

/** The fields of that kind, and how long each may be. */
export const writtenFields = (type: new (...args: never[]) => object): Map<string, number> =>
  (Reflect.getMetadata(WRITTEN, type.prototype as object) as Map<string, number> | undefined) ?? new Map();

const within = (value: number, min: number, max: number) => value >= min && value <= max;

/** A number with at most two decimals, as percentages and points are kept: what is written as `1e-7` has more of them. */
export const Hundredths = (minimum: number, maximum: number) =>
  applyDecorators(
    ValidateBy({
      name: 'hundredths',
      validator: {
        validate: (value) =>
          typeof value === 'number' && within(value, minimum, maximum) && Number(value.toFixed(2)) === value,
        defaultMessage: () =>
          `$property must be a number from ${minimum} to ${maximum} with at most two decimals`,
      },
    }),
    JSONSchema({ type: 'number', minimum, maximum }),
  );

export const Email = () =>
  applyDecorators(
    IsEmail({ allow_utf8_local_part: false }, { message: '$property must be a valid e-mail address' }),
    JSONSchema({ maxLength: 254 }),
  );

export const Password = () => Chars(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max);

/** Where it is an id, it has the one spelling that is kept. */
export const Canonical = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map(canonicalId) : canonicalId(value),
  );

/** Of any version, as ids in paths are: one of no known version has the right form, and names nobody. */
export const Uuid = (options?: ValidationOptions) => applyDecorators(Canonical(), IsUUID('loose', options));

/** An address that a browser may be sent to or load from. */
export const WebAddress = () =>
  applyDecorators(
    Chars(1, 2048),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: '$property must be an http or https address' },
    ),
    JSONSchema({ format: 'uri' }),
  );

/** A moment given by a caller: ISO 8601 with a zone, so that it means the same everywhere. */
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
        defaultMessage: () =>
          '$property must be an ISO 8601 time with its zone, such as 2030-01-31T12:00:00Z',
      },
    }),
    JSONSchema({ type: 'string', format: 'date-time' }),
  );

/** In UTC as in its own zone: the years 1 to 9999. */
const OF_OUR_ERA = /^(?!0000)\d{4}-/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** One that there is: the 30th of February is not the 2nd of March, and before the year 1 there is none. */
const isDay = (day: string) =>
  !day.startsWith('0000') && Boolean(new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day));

/** A day without a time: `2030-01-31`, and one that there is. */
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

/** A moment in an answer: a Date here, ISO 8601 text on the wire. */
export const Time = () => applyDecorators(IsDate(), JSONSchema({ type: 'string', format: 'date-time' }));

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const Nested = (type: () => new () => object) =>
  applyDecorators(
    ValidateBy({
      name: 'object',
      validator: { validate: isObject, defaultMessage: () => '$property must be an object' },
    }),
    ValidateNested(),
    Type(type),
    // A list is no object, and not one that is looked through thing by thing: that takes as long as there are things.
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? 0 : value)),
  );

/** A list within the list is none of its things; without our word it would pass for one. */
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
    JSONSchema({ type: 'array' }),
  );

/** The query of every list: text, read and refused by the keyset of the list. */
export class ListQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
  @IsOptional() @IsString(saying('Invalid limit')) limit?: string;
}
