import { Controller, Get, Header, Param } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { UserRepository } from '../users/user.repository.js';
import { ExportLink } from './export-link.js';
import { ExportRepository, type ExportRow } from './export.repository.js';
import { ExportAnswer } from './exports.io.js';
import { MakeExport } from './make-export.job.js';

@Controller('v1/users')
export class ExportsController {
  constructor(
    private readonly exports: ExportRepository,
    private readonly users: UserRepository,
    private readonly jobs: Jobs,
    private readonly makeExport: MakeExport,
    private readonly database: Database,
    private readonly link: ExportLink,
  ) {}

  /** Asks for a copy of the caller's data; asked again within a day, it tells how far that copy is. */
  @Get('me/export')
  @Summary('Ask for a copy of all own data; asked again, how far it is')
  @Access('bearer')
  @Answers(200, ExportAnswer)
  async ask(@TheCaller() caller: Caller): Promise<ExportAnswer> {
    const { id, created_at, ready_at, expires_at } =
      (await this.exports.current(caller.id)) ??
      (await this.database.transaction(() => this.start(caller.id)));
    const url = ready_at && this.link.of(id);
    return { export: { id, status: ready_at ? 'ready' : 'pending', url, created_at, expires_at } };
  }

  @Get('exports/:ticket')
  @Summary('Download such a copy by its link')
  @Access('none')
  @Answers(200)
  @Header('Content-Disposition', 'attachment; filename="my-data.json"')
  @Refuses(404, 'Export not found')
  async download(@Param('ticket') ticket: string): Promise<object> {
    const id = this.link.read(ticket);
    const content = id && (await this.exports.content(id));
    if (!content) throw notFound('Export');
    return content;
  }

  private async start(userId: string): Promise<ExportRow> {
    await this.users.lock(userId);
    const current = await this.exports.current(userId);
    if (current) return current;
    const started = await this.exports.start(userId);
    await this.jobs.enqueue(this.makeExport, { id: started.id });
    return started;
  }
}
