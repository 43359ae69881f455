import { Injectable } from '@nestjs/common';
import { type AuditQuery, AuditRepository } from '../../events/audit.repository.js';
import { RawJson } from '../../platform/http/raw-json.js';

@Injectable()
export class AuditService {
  constructor(private readonly audit: AuditRepository) {}

  async list(query: AuditQuery): Promise<RawJson> {
    return new RawJson(await this.audit.page(query));
  }
}
