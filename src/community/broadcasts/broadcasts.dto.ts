import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';
import { PartnerView } from '../common.dto.js';

export class JoinBroadcastInput {
  @Uuid() broadcast_id!: string;
}

export class BroadcastView {
  @Uuid() id!: string;
  @Uuid() host_id!: string;
  @IsIn(['live', 'ended']) status!: string;
  @Time() started_at!: Date;
  @Nullable() @Time() ended_at!: Date | null;
}

export class LiveBroadcast extends BroadcastView {
  @Nested(() => PartnerView) host!: PartnerView;
  @IsInt() viewers_count!: number;
}

export class ViewerView {
  @Uuid() broadcast_id!: string;
  @Uuid() user_id!: string;
  @Time() joined_at!: Date;
}

export class BroadcastAnswer {
  @Nested(() => BroadcastView) broadcast!: BroadcastView;
}

export class BroadcastEndedAnswer extends BroadcastAnswer {
  @IsString() message!: string;
}

export class ViewerAnswer {
  @Nested(() => ViewerView) viewer!: ViewerView;
}

export class LiveBroadcastsAnswer {
  @ListOf(() => LiveBroadcast) broadcasts!: LiveBroadcast[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class ViewersCount {
  @Uuid() broadcast_id!: string;
  @IsInt() count!: number;
}
