import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { HttpsAddress, Nullable, Written } from '../../platform/http/fields.js';
import { type Visibility, VISIBILITIES } from './entities/certificate.entity.js';

export class CertificatesSettings {
  /** Of new templates; the name of the profile if it is null. */
  @Nullable() @Written(1, 120) issuer_name: string | null = null;
  /** Of new templates. */
  @Nullable() @HttpsAddress() issuer_url: string | null = null;
  /** Of new certificates. */
  @IsIn(VISIBILITIES) visibility: Visibility = 'unlisted';
  /** How many days before the end a recipient is told; 0: never. */
  @IsInt() @Min(0) @Max(180) expiry_notice_days = 30;
  /** Whether recipients are told of a new certificate if the call does not say. */
  @IsBoolean() notify_recipients = true;
}
