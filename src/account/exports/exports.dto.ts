import { IsIn, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';

class ExportView {
  @Uuid() id!: string;
  @IsIn(['pending', 'ready', 'failed']) status!: string;
  /** The download link; null until the export is ready. */
  @Nullable() @IsString() url!: string | null;
  /** Only when it has failed: larger than the operator allows, or three attempts ended with an error. */
  @Optional() @IsIn(['too_large', 'failed']) failure?: string;
  @Time() created_at!: Date;
  @Time() expires_at!: Date;
}

export class ExportAnswer {
  @Nested(() => ExportView) export!: ExportView;
}
