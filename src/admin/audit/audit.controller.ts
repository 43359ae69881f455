import { Controller, Get, Query } from '@nestjs/common';
import { IsObject, IsString } from 'class-validator';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Chars, ListOf, ListQuery, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { AuditService } from './audit.service.js';

class AuditQuery extends ListQuery {
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
  /** Null when the operator did it on the machine itself, or the service at its start. */
  @Nullable() @Uuid() admin_id!: string | null;
  /** Null also when that account was deleted. */
  @Nullable() @Nested(() => Admin) admin!: Admin | null;
  @IsObject() data!: object;
  @Time() created_at!: Date;
}

class AuditAnswer {
  @ListOf(() => AuditEntry) entries!: AuditEntry[];
  @Nullable() @IsString() next_cursor!: string | null;
}

@Controller('v1/admin/audit')
@Access('admin')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Summary('What staff changed, newest first')
  @Answers(200, AuditAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  list(@Query() query: AuditQuery): Promise<RawJson> {
    return this.audit.list(query);
  }
}
