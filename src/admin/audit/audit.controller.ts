import { Controller, Get, Query } from '@nestjs/common';
import { AuditRepository } from '../../events/audit.repository.js';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { AuditAnswer, AuditQuery } from './audit.io.js';

@Controller('v1/admin/audit')
@Access('admin')
export class AuditController {
  constructor(private readonly audit: AuditRepository) {}

  @Get()
  @Summary('What staff changed, newest first')
  @Answers(200, AuditAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: AuditQuery): Promise<RawJson> {
    return new RawJson(await this.audit.page(query));
  }
}
