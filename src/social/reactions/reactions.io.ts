import { IsString, IsUUID, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Nested } from '../../platform/http/input/fields.js';

/** A word such as like, love or fire; or one emoji, however many code points it is made of. */
const REACTION = new RegExp('^(?:[A-Za-z0-9_\\-]{1,32}|\\p{RGI_Emoji})$', 'v');

export class ReactInput {
  @ValidateBy({
    name: 'reaction',
    validator: {
      validate: (value) => typeof value === 'string' && REACTION.test(value),
      defaultMessage: () => '$property must be 1 to 32 of letters, digits, _ and -, or one emoji',
    },
  })
  @JSONSchema({ type: 'string', minLength: 1, maxLength: 32 })
  type!: string;
}

export class ReactionView {
  @IsUUID() post_id!: string;
  @IsUUID() user_id!: string;
  @IsString() type!: string;
}

export class ReactionAnswer {
  @Nested(() => ReactionView) reaction!: ReactionView;
}
