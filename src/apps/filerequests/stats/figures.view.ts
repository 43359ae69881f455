import { IsInt, IsNumber } from 'class-validator';
import { Nullable } from '../../../platform/http/fields.js';

export class FilerequestsFigures {
  /** At this moment. */
  @IsInt() open_requests!: number;
  /** Made in these days. */
  @IsInt() requests!: number;
  /** First submitted in these days, and of those the accepted and the late ones. */
  @IsInt() submissions!: number;
  @IsInt() accepted!: number;
  @IsInt() late!: number;
  @IsInt() files_received!: number;
  @IsInt() bytes_received!: number;
  /** At this moment. */
  @IsInt() to_review!: number;
  /** Of the recipients who were invited in these days, the part that has submitted; null when none were. */
  @Nullable() @IsNumber() response_rate!: number | null;
  /** From the invitation to the first submit, of what was first submitted in these days; null when nothing was. */
  @Nullable() @IsNumber() median_hours_to_submit!: number | null;
}
