import { IsString, ValidateBy } from 'class-validator';
import { Nested, Uuid } from '../../platform/http/input/fields.js';

/** A word such as like, love or fire; or one emoji, however many code points it is made of. */
const REACTION = new RegExp('^(?:[A-Za-z0-9_\\-]{1,32}|\\p{RGI_Emoji}|\\p{Extended_Pictographic})$', 'v');

export class ReactInput {
  @IsString()
  // Not by a pattern: OpenAPI has none for an emoji that is more than one code point.
  @ValidateBy({
    name: 'reaction',
    validator: {
      validate: (type) => typeof type === 'string' && REACTION.test(type),
      defaultMessage: () => 'type must be 1 to 32 of letters, digits, _ and -, or one emoji',
    },
  })
  type!: string;
}

export class ReactionView {
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @IsString() type!: string;
}

export class ReactionAnswer {
  @Nested(() => ReactionView) reaction!: ReactionView;
}
