import { Injectable } from '@nestjs/common';
import { JobsService } from '../../jobs/jobs.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { UserRepository } from '../users/user.repository.js';
import { ExportDownloadsService } from './export-downloads.service.js';
import type { AccountExport } from './export.entity.js';
import { ExportRepository } from './export.repository.js';
import { MakeExportJob } from './make-export.job.js';

/** Exports of everything an account holds. An account has one at a time. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly exports: ExportRepository,
    private readonly users: UserRepository,
    private readonly downloads: ExportDownloadsService,
    private readonly jobs: JobsService,
    private readonly makeExport: MakeExportJob,
    private readonly database: DatabaseService,
  ) {}

  /** Returns the export that is pending or can be downloaded, and starts one when there is none. */
  async requestForUser(userId: string) {
    const current = await this.exports.findCurrent(userId);
    const { id, created_at, ready_at, failure, expires_at } =
      current ?? (await this.database.transaction(() => this.start(userId)));
    const status = failure ? 'failed' : ready_at ? 'ready' : 'pending';
    const url = ready_at && this.downloads.createLink(id);
    return { export: { id, status, url, ...(failure && { failure }), created_at, expires_at } };
  }

  private async start(userId: string): Promise<AccountExport> {
    await this.users.lock(userId);
    const current = await this.exports.findCurrent(userId);
    if (current) return current;
    const started = await this.exports.start(userId);
    await this.jobs.enqueue(this.makeExport, { id: started.id });
    return started;
  }
}
