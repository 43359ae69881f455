import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../../events/audit.repository.js';
import { RawJson } from '../../platform/http/raw-json.js';
import type { AuditQuery } from '../../events/audit.dto.js';

@Injectable()
export class AuditService {
  constructor(private readonly audit: AuditRepository) {}

  async list(query: AuditQuery): Promise<RawJson> {
    return new RawJson(await this.audit.page(query));
  }
}
