import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { Chars } from '../../../platform/http/fields.js';

const isLanguage = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** A language tag such as `en` or `de-AT`. */
export const Language = () =>
  applyDecorators(
    Chars(2, 10),
    ValidateBy({
      name: 'language',
      validator: {
        validate: (value) => typeof value !== 'string' || isLanguage(value),
        defaultMessage: () => '$property must be a language tag, such as en or de-AT',
      },
    }),
  );
