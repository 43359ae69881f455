import { IsIn, IsInt, IsString } from 'class-validator';
import { IsPlainObject, ListOf, Nested, Nullable, Time } from '../../../platform/http/fields.js';
import { type FieldValues, type State, STATES } from '../entities/certificate.entity.js';

class NamedValue {
  @IsString() label!: string;
  /** As it is printed. */
  @IsString() value!: string;
}

/** What anybody may see. Of a private one: title, name as initials, and dates; the rest is null. */
class VerifiedCertificate {
  @IsString() code!: string;
  @IsString() title!: string;
  @IsString() recipient_name!: string;
  @IsString() issued_on!: string;
  @Nullable() @IsString() expires_on!: string | null;
  @Nullable() @Time() revoked_at!: Date | null;
  @Nullable() @IsString() revoke_reason!: string | null;
  @Nullable() @IsString() description!: string | null;
  @Nullable() @IsString() criteria!: string | null;
  @Nullable() @IsPlainObject() values!: FieldValues | null;
  @Nullable() @ListOf(() => NamedValue) details!: NamedValue[] | null;
  @Nullable() @IsInt() revision!: number | null;
  /** SHA-256 of the canonical JSON (RFC 8785) of code, revision, recipient_name, title, issuer_name, issued_on, expires_on and values. */
  @Nullable() @IsString() content_hash!: string | null;
  @Nullable() @IsString() pdf_url!: string | null;
  @Nullable() @IsString() badge_url!: string | null;
}

class Issuer {
  @IsString() name!: string;
  @Nullable() @IsString() url!: string | null;
}

export class Verification {
  @IsIn(STATES) status!: State;
  @Nested(() => VerifiedCertificate) certificate!: VerifiedCertificate;
  @Nested(() => Issuer) issuer!: Issuer;
  /** When it was looked up. */
  @Time() verified_at!: Date;
}
