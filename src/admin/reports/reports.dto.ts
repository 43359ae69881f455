import { IsIn, IsString } from 'class-validator';
import { ReportAnswer } from '../../moderation/reports/reports.dto.js';
import { ListOf, ListQuery, Nested, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');
const STATUSES = ['pending', 'resolved', 'dismissed'];

export class ReportsQuery extends ListQuery {
  @Optional() @IsIn(STATUSES, INVALID_STATUS) status?: string;
}

export class DecideReportInput {
  @IsIn(['resolved', 'dismissed'], INVALID_STATUS) status!: 'resolved' | 'dismissed';
}

class Reporter {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class ReportInQueueView extends ReportAnswer {
  @IsIn(STATUSES) status!: string;
  @Nullable() @Uuid() resolved_by!: string | null;
  @Nullable() @Time() resolved_at!: Date | null;
  /** Null after the reporter's account was deleted. */
  @Nullable() @Nested(() => Reporter) reporter!: Reporter | null;
}

class ReportedThingView {
  @IsString() type!: string;
  @Uuid() id!: string;
  @Optional() @Nullable() @IsString() title?: string | null;
  @Optional() @Nullable() @IsString() text?: string | null;
  @Optional() @Nested(() => Reporter) author?: Reporter;
  @Optional() @IsString() status?: string;
  @Time() created_at!: Date;
}

class DecidedReport {
  @Uuid() id!: string;
  @Uuid() reportable_id!: string;
  @IsString() reportable_type!: string;
  @IsString() reason!: string;
  @IsIn(STATUSES) status!: string;
  @Nullable() @Uuid() resolved_by!: string | null;
  @Nullable() @Time() resolved_at!: Date | null;
}

export class ReportsInQueueAnswer {
  @ListOf(() => ReportInQueueView) reports!: ReportInQueueView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class ReportInQueueAnswer {
  @Nested(() => ReportInQueueView) report!: ReportInQueueView;
  /** The reported thing, whatever its status; null after it was deleted. */
  @Nullable() @Nested(() => ReportedThingView) reported!: ReportedThingView | null;
}

export class DecidedReportAnswer {
  @Nested(() => DecidedReport) report!: DecidedReport;
}
