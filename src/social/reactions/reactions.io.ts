import { IsString, IsUUID, Matches } from 'class-validator';
import { Nested } from '../../platform/http/input/fields.js';

/** A word such as like, love or fire; or one emoji, however many code points it is made of. */
export const REACTION = new RegExp('^(?:[A-Za-z0-9_\\-]{1,32}|\\p{RGI_Emoji})$', 'v');

export class ReactInput {
  @IsString()
  @Matches(REACTION, { message: 'type must be 1 to 32 of letters, digits, _ and -, or one emoji' })
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
