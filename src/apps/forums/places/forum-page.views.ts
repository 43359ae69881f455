import { IsInt, IsString } from 'class-validator';
import { Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { PersonView } from '../../kernel/person.js';
import { CategoryView } from '../forums.views.js';

class LatestTopic {
  @Uuid() id!: string;
  @IsString() title!: string;
  @Time() bumped_at!: Date;
  @Nested(() => PersonView) last_poster!: PersonView;
}

export class CategoryLine extends CategoryView {
  @Nullable() @Nested(() => LatestTopic) latest_topic!: LatestTopic | null;
}

export class UsedTag {
  @IsString() tag!: string;
  @IsInt() topics!: number;
}

export class StaffView extends PersonView {
  @IsString() role!: string;
}

export class SuspendedView extends PersonView {
  @Time() suspended_until!: Date;
  @Nullable() @IsString() reason!: string | null;
}
