import { Controller, Get, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { AnswersPage, Summary } from '../../platform/http/endpoint.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { AuditAnswer, AuditQuery } from '../../events/audit.dto.js';
import { AuditService } from './audit.service.js';

@Controller('v1/admin/audit')
@Access('admin')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Summary('What staff changed, newest first')
  @AnswersPage(AuditAnswer)
  list(@Query() query: AuditQuery): Promise<RawJson> {
    return this.audit.list(query);
  }
}
