import { IsBoolean, IsIn } from 'class-validator';
import { Nested, Nullable, Uuid } from '../../platform/http/fields.js';
import { Utm } from './link.inputs.js';
import { REDIRECTS } from './link.inputs.js';

export class ShortlinksSettings {
  /** For new links that name none; where they name null, they are on the platform's host. */
  @Nullable() @Uuid() default_domain_id: string | null = null;
  @IsIn(REDIRECTS) default_redirect_status: (typeof REDIRECTS)[number] = 302;
  @IsBoolean() default_forward_query = false;
  @IsBoolean() default_reuse_existing = false;
  /** Part of new links; what a link says itself wins. */
  @Nested(() => Utm) utm_defaults: Utm = {};
}
