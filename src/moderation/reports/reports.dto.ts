import { IsIn, IsString } from 'class-validator';
import { Chars, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';

export class ReportInput {
  @Uuid() reportable_id!: string;
  @IsIn(['post', 'user', 'product', 'comment']) reportable_type!: string;
  @Chars(1, 500) reason!: string;
  @Optional() @Nullable() @Chars(0, 5000) description?: string | null;
}

export class ReportAnswer {
  @Uuid() id!: string;
  @Uuid() reportable_id!: string;
  @IsString() reportable_type!: string;
  @IsString() reason!: string;
  @Nullable() @IsString() description!: string | null;
  @Time() created_at!: Date;
}
