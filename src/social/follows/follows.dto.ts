import { IsIn, IsString } from 'class-validator';
import { PublicProfile } from '../../account/users/users.dto.js';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';

export class FollowInput {
  @Uuid() user_id!: string;
}

export class FollowerInput {
  @Uuid() follower_id!: string;
}

export class FollowView {
  @Uuid() follower_id!: string;
  @Uuid() following_id!: string;
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
