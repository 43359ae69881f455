import { IsIn } from 'class-validator';
import { PublicProfile } from '../../account/users/users.dto.js';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Nested, Time, Uuid } from '../../platform/http/fields.js';

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

export class FollowAnswer extends answerWith('follow', () => FollowView) {}

export class FollowRequest {
  @Nested(() => PublicProfile) follower!: PublicProfile;
  @Time() created_at!: Date;
}

export class FollowRequestsAnswer extends pageOf('requests', () => FollowRequest) {}

export class FollowersAnswer extends pageOf('followers', () => PublicProfile) {}

export class FollowingAnswer extends pageOf('following', () => PublicProfile) {}
