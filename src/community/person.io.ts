import { IsString } from 'class-validator';
import { Nullable, Uuid } from '../platform/http/input/fields.js';

class Face {
  @Nullable() @IsString() name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

/** Who wrote a message in a room. */
export class MessageAuthorView extends Face {
  @Uuid() id!: string;
}

/** Who a member of a room is. */
export class ProfileView extends Face {
  @Nullable() @IsString() username!: string | null;
}

/** The other one in a conversation. */
export class PartnerView extends ProfileView {
  @Uuid() id!: string;
}
