import { IsBoolean, IsString } from 'class-validator';
import { Nullable, Uuid } from '../../platform/http/input/fields.js';

export class PersonView {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

export class AuthorView extends PersonView {
  @IsBoolean() verified!: boolean;
}
