import { IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, saying } from '../../platform/http/input/fields.js';

export class CatchUpQuery {
  @IsString() stream!: string;
  @Optional() @IsString() epoch?: string;
  @Optional() @IsString() since?: string;
  @Optional() @IsString(saying('Invalid limit')) limit?: string;
}

export class LoggedEvent {
  @IsString() stream!: string;
  @IsString() epoch!: string;
  @IsInt() seq!: number;
  @IsString() type!: string;
  @IsString() at!: string;
  @Nullable() @IsString() actor_id!: string | null;
  @IsObject() data!: object;
}

export class CatchUpAnswer {
  @ListOf(() => LoggedEvent) events!: LoggedEvent[];
  @IsInt() next_seq!: number;
  @IsString() epoch!: string;
  @Nullable() @IsIn(['epoch', 'expired']) resync!: 'epoch' | 'expired' | null;
}
