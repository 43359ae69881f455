import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { Chars, Instant, ListOf, Nested, Nullable, Optional, Uuid, Written } from '../../platform/http/fields.js';

/** The statuses that a link may redirect with. */
export const REDIRECTS = [301, 302, 307, 308] as const;

const Address = () => Chars(1, 2048);

/** A condition of a rule: one of these has to hold. */
const AnyOf = (most: number, ...each: PropertyDecorator[]) =>
  applyDecorators(Optional(), IsArray(), ArrayMinSize(1), ArrayMaxSize(most), ...each);

export class Utm {
  @Optional() @Chars(1, 100) source?: string;
  @Optional() @Chars(1, 100) medium?: string;
  @Optional() @Chars(1, 100) campaign?: string;
  @Optional() @Chars(1, 100) term?: string;
  @Optional() @Chars(1, 100) content?: string;
}

export class LinkRule {
  @AnyOf(250, Matches(/^[A-Za-z]{2}$/, { each: true })) countries?: string[];
  @AnyOf(3, IsIn(['desktop', 'mobile', 'tablet'], { each: true })) devices?: string[];
  @AnyOf(5, IsIn(['ios', 'android', 'windows', 'macos', 'linux'], { each: true })) os?: string[];
  @AnyOf(50, Matches(/^[A-Za-z]{2,3}$/, { each: true })) languages?: string[];
  @Address() url!: string;
}

/** What is said of a link when it is made or changed; null clears. */
export class LinkFields {
  @Optional() @Nullable() @Written(1, 200) title?: string | null;
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(10)
  @Chars(1, 40, { each: true })
  tags?: string[] | null;
  @Optional() @Nullable() @Chars(1, 100) external_id?: string | null;
  @Optional() @Nullable() @IsIn(REDIRECTS) redirect_status?: (typeof REDIRECTS)[number] | null;
  @Optional() @Nullable() @IsBoolean() forward_query?: boolean | null;
  @Optional() @Nullable() @Nested(() => Utm) utm?: Utm | null;
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(10)
  @ListOf(() => LinkRule)
  rules?: LinkRule[] | null;
  @Optional() @Nullable() @Chars(4, 128) password?: string | null;
  @Optional() @Nullable() @Instant() starts_at?: string | null;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @Nullable() @Address() expired_url?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000_000) max_clicks?: number | null;
  /** Null: on the platform's own host. */
  @Optional() @Nullable() @Uuid() domain_id?: string | null;
  @Optional() @Slug() slug?: string;
}

export class NewLink extends LinkFields {
  @Address() url!: string;
  /** Gives back a plain link of the caller's to the same address, where there is one. */
  @Optional() @IsBoolean() reuse_existing?: boolean;
}

export class ChangedLink extends LinkFields {
  @Optional() @Address() url?: string;
}

/** Of whatever length: whether it can be one is a rule with words of its own. */
export function Slug() {
  return Chars(0, 256);
}
