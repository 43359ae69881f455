import { applyDecorators } from '@nestjs/common';
import { IsString, ValidateBy } from 'class-validator';

/** One emoji, which can have several code points, or a name such as heart, +1 or :party: */
const EMOJI = new RegExp('^(?:[A-Za-z0-9_\\-+:]{1,32}|\\p{RGI_Emoji}|\\p{Extended_Pictographic})$', 'v');

/** It is not a `pattern`, because those of OpenAPI cannot match an emoji of several code points. */
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
