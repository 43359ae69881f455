import { applyDecorators } from '@nestjs/common';
import { IS_EMAIL, isEmail, IsString, IsUrl, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PASSWORD_LENGTH } from '../config/credentials.js';
import { hasControlCharacter } from '../control-characters.js';

export const isWithin = (value: number, min: number, max: number) => value >= min && value <= max;

/**
 * A code point has one or two UTF-16 units, so most texts are accepted or refused without counting, which costs an array
 * as long as the text.
 */
function hasChars(value: string, min: number, max: number): boolean {
  const { length } = value;
  if (length >= 2 * min && length <= max) return true;
  return isWithin(length, min, 2 * max) && isWithin([...value].length, min, max);
}

/** Text with a limited number of code points, which is what people count as characters. `each`: a list of texts. */
export const Chars = (min: number, max: number, options: { each?: boolean } = {}) =>
  applyDecorators(
    IsString(options),
    ValidateBy(
      {
        name: 'chars',
        validator: {
          validate: (value) => typeof value === 'string' && hasChars(value, min, max),
          defaultMessage: () => `${options.each ? 'each of ' : ''}$property must have ${min} to ${max} characters`,
        },
      },
      options,
    ),
    JSONSchema(options.each ? { items: { minLength: min, maxLength: max } } : { minLength: min, maxLength: max }),
  );

/** Text that is not only white space. It is stored unchanged. */
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
 * Text that users write for others; the word filter processes it. `min` 0: it may be empty; `each`: a list of texts.
 */
export const Written = (min: number, max: number, { each = false } = {}) =>
  applyDecorators(
    min ? Words(max, { min, each }) : Chars(min, max, { each }),
    (target: object, property: string | symbol) => {
      const known = (Reflect.getMetadata(WRITTEN, target) as Map<string, number> | undefined) ?? [];
      Reflect.defineMetadata(WRITTEN, new Map([...known, [String(property), max]]), target);
    },
  );

/** The `@Written` fields with their maximum length. */
export const writtenFields = (type: new (...args: never[]) => object): Map<string, number> =>
  (Reflect.getMetadata(WRITTEN, type.prototype as object) as Map<string, number> | undefined) ?? new Map();

/**
 * Refuses control characters, which the standard allows in a quoted local part: they would reach lists,
 * exports and terminals.
 */
export const Email = (options: { each?: boolean } = {}) =>
  applyDecorators(
    ValidateBy(
      {
        name: IS_EMAIL,
        constraints: [],
        validator: {
          validate: (value) =>
            isEmail(value, { allow_utf8_local_part: false }) && !hasControlCharacter(value as string),
          defaultMessage: () => `${options.each ? 'each of ' : ''}$property must be a valid e-mail address`,
        },
      },
      options,
    ),
    JSONSchema(options.each ? { items: { maxLength: 254 } } : { maxLength: 254 }),
  );

export const Password = () => Chars(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max);

/** An http or https address. */
export const WebAddress = () =>
  applyDecorators(
    Chars(1, 2048),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: '$property must be an http or https address' },
    ),
    JSONSchema({ format: 'uri' }),
  );

/** An https address, such as that of a picture in a page. */
export const HttpsAddress = () =>
  applyDecorators(
    Chars(1, 2048),
    IsUrl(
      { protocols: ['https'], require_protocol: true, require_tld: false },
      { message: '$property must be an https address' },
    ),
    JSONSchema({ format: 'uri' }),
  );
