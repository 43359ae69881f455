import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique, Chars } from '../../platform/http/fields.js';

export const CONSENT =
  'I agree to sign these documents electronically. I have read them, and my electronic signature is as binding as one on paper.';
export const MOST_EXPIRY_DAYS = 365;
export const MOST_REMINDER_DAYS = 60;

export class EsignaturesSettings {
  /** Of a new envelope. */
  @IsInt() @Min(1) @Max(MOST_EXPIRY_DAYS) expires_in_days = 30;
  /** Days after the request. */
  @IsArray()
  @ArrayMaxSize(5)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(MOST_REMINDER_DAYS, { each: true })
  reminder_days: number[] = [3, 7];
  /** Tells the sender of first views. */
  @IsBoolean() notify_on_view = true;
  /** Shown to signers, and frozen at sending. */
  @Chars(20, 2000) consent_text = CONSENT;
  /** How long the documents are held against deletion after the end. */
  @IsInt() @Min(1) @Max(30) retention_years = 7;
}
