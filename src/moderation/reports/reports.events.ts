import { IsIn, IsString } from 'class-validator';
import { Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';

class ReportState {
  @Uuid() id!: string;
  @Uuid() reportable_id!: string;
  @IsString() reportable_type!: string;
  @IsString() reason!: string;
  @IsIn(['pending', 'resolved', 'dismissed']) status!: string;
  @Nullable() @Time() resolved_at!: Date | null;
}

export class ReportUpdated {
  @Nested(() => ReportState) report!: ReportState;
}

export const REPORT_UPDATED = durable('report.updated', ReportUpdated);
