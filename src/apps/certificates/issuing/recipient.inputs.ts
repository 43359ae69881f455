import { Chars, Day, Email, IsPlainObject, Nullable, Optional, Uuid, Words } from '../../../platform/http/fields.js';

export class Recipient {
  @Words(120) name!: string;
  /** Without it the certificate is claimed by a link. */
  @Optional() @Uuid() user_id?: string;
  /** A note of the issuer, which verifiers do not see. */
  @Optional() @Email() email?: string;
  /** By the keys of the custom fields. */
  @Optional() @IsPlainObject() values?: object;
  /** Of the issuer: a certificate with this reference is issued once. */
  @Optional() @Chars(1, 100) external_ref?: string;
  @Optional() @Day() issued_on?: string;
  /** Null: it never ends. */
  @Optional() @Nullable() @Day() expires_on?: string | null;
}
