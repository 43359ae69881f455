import { applyDecorators } from '@nestjs/common';
import { IsInt, IsString, ValidateBy } from 'class-validator';
import { Nullable, Uuid } from '../platform/http/fields.js';

/** How a user is shown to another. */
export class Face {
  @Nullable() @IsString() name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

/** The author of a message in a room. */
export class MessageAuthorView extends Face {
  @Uuid() id!: string;
}

/** A member of a room. */
export class ProfileView extends Face {
  @Nullable() @IsString() username!: string | null;
}

/** The partner in a conversation. */
export class PartnerView extends ProfileView {
  @Uuid() id!: string;
}

export class CountedReaction {
  @IsString() emoji!: string;
  @IsInt() count!: number;
}

/** How far a user has read, sent to their own connections only. */
export class ReadUpdated {
  /** The id of a room or of a conversation. */
  @Uuid() channel_id!: string;
  @Uuid() message_id!: string;
  @IsInt() unread_count!: number;
}

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
