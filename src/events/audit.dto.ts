import { IsObject, IsString } from 'class-validator';
import { pageOf } from '../platform/http/answers.js';
import { Chars, ListQuery, Nested, Nullable, Optional, Time, Uuid } from '../platform/http/fields.js';

export class AuditQuery extends ListQuery {
  @Optional() @Uuid() admin_id?: string;
  @Optional() @Chars(0, 100) action?: string;
}

class Admin {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

export class AuditEntry {
  @Uuid() id!: string;
  @IsString() action!: string;
  /** Null when the operator did it on the machine itself, or the service at its start. */
  @Nullable() @Uuid() admin_id!: string | null;
  /** Null also when that account was deleted. */
  @Nullable() @Nested(() => Admin) admin!: Admin | null;
  @IsObject() data!: object;
  @Time() created_at!: Date;
}

export class AuditAnswer extends pageOf('entries', () => AuditEntry) {}
