import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../platform/exports/export-node.js';
import { AuthorshipRepository } from './authorship/authorship.repository.js';
import { ReportRepository } from './reports/report.repository.js';

@Injectable()
export class ModerationExport extends ExportSection {
  readonly section = 'moderation';

  constructor(
    private readonly reports: ReportRepository,
    private readonly authorship: AuthorshipRepository,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      reports: this.reports.forExport(userId),
      authorship_requests: this.authorship.forExport(userId),
    });
  }
}
