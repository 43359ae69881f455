import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { AuthorshipRepository } from './authorship/authorship.repository.js';
import { ReportRepository } from './reports/report.repository.js';

@Injectable()
export class ModerationSection extends ExportSection {
  readonly section = 'moderation';

  constructor(
    private readonly reports: ReportRepository,
    private readonly requests: AuthorshipRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    return {
      reports: await this.reports.ofReporter(userId),
      authorship_requests: await this.requests.exported(userId),
    };
  }
}
