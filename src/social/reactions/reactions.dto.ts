import { IsString, ValidateBy } from 'class-validator';
import { ReactionView } from '../posts/posts.dto.js';
import { answerWith } from '../../platform/http/answers.js';

/** A word such as like, love or fire, or one emoji, which may have several code points. */
const REACTION = new RegExp('^(?:[A-Za-z0-9_\\-]{1,32}|\\p{RGI_Emoji}|\\p{Extended_Pictographic})$', 'v');

export class ReactInput {
  @IsString()
  // A validator and no @Matches, because OpenAPI has no pattern for an emoji of several code points.
  @ValidateBy({
    name: 'reaction',
    validator: {
      validate: (type) => typeof type === 'string' && REACTION.test(type),
      defaultMessage: () => 'type must be 1 to 32 of letters, digits, _ and -, or one emoji',
    },
  })
  type!: string;
}

export class ReactionAnswer extends answerWith('reaction', () => ReactionView) {}
