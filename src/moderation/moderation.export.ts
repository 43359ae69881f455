import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../platform/exports/export-node.js';
import { AuthorshipService } from './authorship/authorship.service.js';
import { ReportsService } from './reports/reports.service.js';

@Injectable()
export class ModerationExport extends ExportSection {
  readonly section = 'moderation';

  constructor(
    private readonly reports: ReportsService,
    private readonly authorship: AuthorshipService,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({
      reports: this.reports.listForExport(userId),
      authorship_requests: this.authorship.listForExport(userId),
    });
  }
}
