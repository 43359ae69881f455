import { IsString } from 'class-validator';
import { Nullable, saying, Uuid } from '../platform/http/fields.js';

export const INVALID_STATUS = saying('Invalid status');

/** A user as staff sees them beside what they wrote, sell or report. */
export class NamedUser {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}
