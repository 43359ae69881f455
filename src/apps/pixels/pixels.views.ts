import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Nullable, Time, Uuid } from '../../platform/http/fields.js';
import type { PixelTarget } from '../contracts/pixels.js';
import { viewOf } from '../kernel/rows/view.js';
import { Attachment, TARGET_APPS } from './entities/attachment.entity.js';
import { Pixel } from './entities/pixel.entity.js';

export class PixelView extends viewOf(Pixel, { without: ['events_closed'] }) {
  @IsInt() attachment_count!: number;
  @IsInt() events!: number;
  /** Null: none within the last 90 days. */
  @Nullable() @Time() last_event_at!: Date | null;
  /** Of an own pixel, as `html`. */
  @Nullable() @IsString() gif_url!: string | null;
  @Nullable() @IsString() html!: string | null;
}

/** What a pixel is attached to, as its app describes it. */
export class TargetView {
  @IsIn(TARGET_APPS) target_app!: PixelTarget;
  @Uuid() target_id!: string;
  @Nullable() @IsString() label!: string | null;
  @Nullable() @IsString() url!: string | null;
  /** The target is gone. */
  @IsBoolean() missing!: boolean;
}

export class AttachmentView extends viewOf(Attachment, { without: ['owner_id'] }) implements TargetView {
  @Nullable() @IsString() label!: string | null;
  @Nullable() @IsString() url!: string | null;
  /** The target is gone. */
  @IsBoolean() missing!: boolean;
}

export class EmbedView {
  @IsString() gif_url!: string;
  @IsString() html!: string;
  /** How a message says which of them was opened. */
  @IsString() merge_hint!: string;
}
