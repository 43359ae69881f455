import { IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import {
  Chars,
  ListOf,
  Nested,
  Optional,
  Required,
  Time,
  Uuid,
  WebAddress,
  Words,
} from '../../platform/http/fields.js';

class BadgeDetails {
  @Optional() @Chars(0, 500) description?: string;
  /** The default of a new badge is artwork of the service. */
  @Optional() @WebAddress() icon_url?: string;
}

export class NewBadgeInput extends BadgeDetails {
  @Required('Name is required') @Words(100) name!: string;
}

export class BadgeInput extends BadgeDetails {
  @Optional() @Words(100) name?: string;
}

export class AwardInput {
  @Uuid() user_id!: string;
}

export class BadgeView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() description!: string;
  @IsString() icon_url!: string;
}

export class UserBadgeView {
  @Uuid() badge_id!: string;
  @Time() earned_at!: Date;
  @Nested(() => BadgeView) badge!: BadgeView;
}

export class BadgeAnswer extends answerWith('badge', () => BadgeView) {}

export class BadgesAnswer {
  @ListOf(() => BadgeView) badges!: BadgeView[];
}

export class UserBadgeAnswer extends answerWith('user_badge', () => UserBadgeView) {}

export class UserBadgesAnswer {
  @ListOf(() => UserBadgeView) user_badges!: UserBadgeView[];
}
