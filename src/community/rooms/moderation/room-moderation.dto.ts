import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith, pageOf } from '../../../platform/http/answers.js';
import { Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';

const MAX_MINUTES = 365 * 24 * 60;
export const MODERATION_ACTIONS = ['mute', 'unmute', 'ban', 'unban', 'kick'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

export class ModerateInput {
  @Uuid() user_id!: string;
}

export class MuteInput extends ModerateInput {
  /** If it is missing, the mute lasts until it is lifted. */
  @Optional() @Nullable() @IsInt() @Min(1) @Max(MAX_MINUTES) duration_minutes?: number | null;
}

class Moderated {
  @Uuid() user_id!: string;
  @Uuid() room_id!: string;
}

export class MuteView extends Moderated {
  @IsIn(['mute']) action!: string;
  @Nullable() @IsInt() duration_minutes!: number | null;
  @Nullable() @Time() expires_at!: Date | null;
}

export class BanView extends Moderated {
  @IsIn(['ban']) action!: string;
  @IsBoolean() is_banned!: boolean;
}

export class KickView extends Moderated {
  @IsIn(['kick']) action!: string;
}

export class MuteAnswer extends answerWith('moderation', () => MuteView) {}

export class BanAnswer extends answerWith('moderation', () => BanView) {}

export class KickAnswer extends answerWith('moderation', () => KickView) {}

export class ModerationEntryView extends Moderated {
  @Uuid() id!: string;
  @IsIn(MODERATION_ACTIONS) action!: string;
  /** Null if the moderator's account was deleted. */
  @Nullable() @Uuid() moderator_id!: string | null;
  @Nullable() @IsInt() duration_minutes!: number | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Time() created_at!: Date;
}

export class ModerationLogAnswer extends pageOf('log', () => ModerationEntryView) {}
