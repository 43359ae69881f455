import { IsObject, IsString } from 'class-validator';
import {
  Chars,
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  Time,
  Uuid,
} from '../../platform/http/input/fields.js';

export class AuditQuery extends ListQuery {
  @Optional() @Uuid() admin_id?: string;
  @Optional() @Chars(0, 100) action?: string;
}

class Admin {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class AuditEntry {
  @Uuid() id!: string;
  @IsString() action!: string;
  @Uuid() admin_id!: string;
  /** Null when that account is gone. */
  @Nullable() @Nested(() => Admin) admin!: Admin | null;
  @IsObject() data!: object;
  @Time() created_at!: Date;
}

export class AuditAnswer {
  @ListOf(() => AuditEntry) entries!: AuditEntry[];
  @Nullable() @IsString() next_cursor!: string | null;
}
