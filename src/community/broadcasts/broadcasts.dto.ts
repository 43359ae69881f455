import { IsIn, IsInt, IsString } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Nested, Nullable, Time, Uuid } from '../../platform/http/fields.js';
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

export class BroadcastAnswer extends answerWith('broadcast', () => BroadcastView) {}

export class BroadcastEndedAnswer extends BroadcastAnswer {
  @IsString() message!: string;
}

export class ViewerAnswer extends answerWith('viewer', () => ViewerView) {}

export class LiveBroadcastsAnswer extends pageOf('broadcasts', () => LiveBroadcast) {}

export class ViewersCount {
  @Uuid() broadcast_id!: string;
  @IsInt() count!: number;
}
