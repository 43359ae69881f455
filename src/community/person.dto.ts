import { IsString } from 'class-validator';
import { Nullable, Uuid } from '../platform/http/input/fields.js';

class Face {
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
