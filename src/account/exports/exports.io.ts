import { IsIn, IsString } from 'class-validator';
import { Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';

class ExportView {
  @Uuid() id!: string;
  @IsIn(['pending', 'ready']) status!: string;
  /** Where to download it; null until it is ready. */
  @Nullable() @IsString() url!: string | null;
  @Time() created_at!: Date;
  @Time() expires_at!: Date;
}

export class ExportAnswer {
  @Nested(() => ExportView) export!: ExportView;
}
