import { IsBoolean } from 'class-validator';
import { Nullable, WebAddress } from '../../platform/http/fields.js';

export class DomainsSettings {
  /** Of new mappings to short links that name none. */
  @Nullable() @WebAddress() default_not_found_url: string | null = null;
  /** Requests to the own hosts by http are redirected to https. */
  @IsBoolean() force_https = true;
}
