import { IsIn, IsString, IsUUID } from 'class-validator';
import { PublicProfile } from '../../account/users/users.io.js';
import { ListOf, Nested, Nullable, Time } from '../../platform/http/input/fields.js';

export class FollowInput {
  @IsUUID() user_id!: string;
}

export class FollowerInput {
  @IsUUID() follower_id!: string;
}

export class FollowView {
  @IsUUID() follower_id!: string;
  @IsUUID() following_id!: string;
  @IsIn(['requested', 'following']) status!: string;
}

export class FollowAnswer {
  @Nested(() => FollowView) follow!: FollowView;
}

export class FollowRequest {
  @Nested(() => PublicProfile) follower!: PublicProfile;
  @Time() created_at!: Date;
}

export class FollowRequestsAnswer {
  @ListOf(() => FollowRequest) requests!: FollowRequest[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class FollowersAnswer {
  @ListOf(() => PublicProfile) followers!: PublicProfile[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class FollowingAnswer {
  @ListOf(() => PublicProfile) following!: PublicProfile[];
  @Nullable() @IsString() next_cursor!: string | null;
}
