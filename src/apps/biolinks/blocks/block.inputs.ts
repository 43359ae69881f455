import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Instant, IsPlainObject, Nullable, Optional, Written } from '../../../platform/http/fields.js';
import type { BlockData } from './block-kinds.js';
import { type Kind, KINDS } from './kinds.js';

/** What is said of a block when it is added or changed; null clears. */
export class SavedBlock {
  /** Required for a new block, and fixed afterwards. */
  @Optional() @IsIn(KINDS) kind?: Kind;
  @Optional() @Nullable() @Written(1, 100) title?: string | null;
  @Optional() @Nullable() @Chars(1, 2048) url?: string | null;
  /** Its fields depend on the kind. */
  @Optional() @IsPlainObject() data?: BlockData;
  @Optional() @IsBoolean() is_visible?: boolean;
  @Optional() @IsBoolean() is_featured?: boolean;
  @Optional() @Nullable() @Instant() starts_at?: string | null;
  @Optional() @Nullable() @Instant() ends_at?: string | null;
  /** From 0; the last place if it is not given. */
  @Optional() @IsInt() @Min(0) @Max(1000) position?: number;
}
