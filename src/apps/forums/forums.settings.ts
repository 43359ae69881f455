import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { VISIBILITIES } from './forums/forum.entity.js';

const AUTO_WATCH = ['watching', 'tracking', 'normal'] as const;

export class ForumsSettings {
  /** How the caller follows a topic after writing in it. */
  @IsIn(AUTO_WATCH) auto_watch: (typeof AUTO_WATCH)[number] = 'watching';
  @IsBoolean() notify_likes = true;
  @IsBoolean() notify_mentions = true;
  /** Of new forums. */
  @IsIn(VISIBILITIES) default_visibility: (typeof VISIBILITIES)[number] = 'public';
  /** In the forums that the caller owns. */
  @IsBoolean() newcomer_limits = true;
  /** In the forums that the caller owns. */
  @IsInt() @Min(1) @Max(10) flags_to_hide = 3;
}
