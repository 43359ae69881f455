import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Chars, Instant, Nullable, Optional, Written } from '../../../platform/http/fields.js';

export class LinkWishes {
  @Optional() @Nullable() @Written(0, 100) label?: string | null;
  /** null: none. */
  @Optional() @Nullable() @Chars(8, 128) password?: string | null;
  /** null: it does not expire. */
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(100_000) max_downloads?: number | null;
  @Optional() @IsBoolean() allow_download?: boolean;
  @Optional() @IsBoolean() notify_on_open?: boolean;
}
