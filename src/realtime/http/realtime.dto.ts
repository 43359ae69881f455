import { IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, saying } from '../../platform/http/fields.js';

export class TicketAnswer {
  @IsString() ticket!: string;
  @IsInt() expires_in!: number;
}

export class EventsQuery {
  @Optional() @IsString() streams?: string;
  @Optional() @IsString() since?: string;
  @Optional() @IsString() ticket?: string;
}

export class AsyncApiAnswer {
  @IsString() asyncapi!: string;
  @IsObject() info!: object;
  @IsString() defaultContentType!: string;
  @IsObject() channels!: object;
  @IsObject() operations!: object;
  @IsObject() components!: object;
}

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
