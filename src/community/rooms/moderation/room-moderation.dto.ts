import { IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';

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

export class MuteAnswer {
  @Nested(() => MuteView) moderation!: MuteView;
}

export class BanAnswer {
  @Nested(() => BanView) moderation!: BanView;
}

export class KickAnswer {
  @Nested(() => KickView) moderation!: KickView;
}

export class ModerationEntryView extends Moderated {
  @Uuid() id!: string;
  @IsIn(MODERATION_ACTIONS) action!: string;
  /** Null if the moderator's account was deleted. */
  @Nullable() @Uuid() moderator_id!: string | null;
  @Nullable() @IsInt() duration_minutes!: number | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Time() created_at!: Date;
}

export class ModerationLogAnswer {
  @ListOf(() => ModerationEntryView) log!: ModerationEntryView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
