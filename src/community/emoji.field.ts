import { applyDecorators } from '@nestjs/common';
import { IsString, ValidateBy } from 'class-validator';

/** One emoji, however many code points it is made of; or a name such as heart, +1 or :party: */
const EMOJI = new RegExp('^(?:[A-Za-z0-9_\\-+:]{1,32}|\\p{RGI_Emoji}|\\p{Extended_Pictographic})$', 'v');

/** Not by a pattern: OpenAPI has none for an emoji that is more than one code point. */
export const Emoji = () =>
  applyDecorators(
    IsString(),
    ValidateBy({
      name: 'reaction',
      validator: {
        validate: (emoji) => typeof emoji === 'string' && EMOJI.test(emoji),
        defaultMessage: () => '$property must be one emoji, or 1 to 32 of letters, digits, _, -, + and :',
      },
    }),
  );
