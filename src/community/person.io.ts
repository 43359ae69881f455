import { IsString, IsUUID } from 'class-validator';
import { Nullable } from '../platform/http/input/fields.js';

class Face {
  @Nullable() @IsString() name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

/** Who wrote a message in a room. */
export class MessageAuthorView extends Face {
  @IsUUID() id!: string;
}

/** Who a member of a room is. */
export class ProfileView extends Face {
  @Nullable() @IsString() username!: string | null;
}

/** The other one in a conversation. */
export class PartnerView extends ProfileView {
  @IsUUID() id!: string;
}
