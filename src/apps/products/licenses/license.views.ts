import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nullable, Time, Uuid } from '../../../platform/http/fields.js';

class InstanceView {
  @IsString() instance!: string;
  @Time() last_seen_at!: Date;
}

export class LicenseView {
  @Uuid() id!: string;
  @IsString() key!: string;
  @IsIn(['active', 'revoked']) status!: string;
  @IsInt() activations!: number;
  /** Null: any number. */
  @Nullable() @IsInt() max_activations!: number | null;
  @ListOf(() => InstanceView) instances!: InstanceView[];
  @Time() created_at!: Date;
}
