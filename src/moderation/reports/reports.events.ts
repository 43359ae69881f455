import { IsIn, IsString } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { DecidedRow, Thing } from './report.repository.js';

class ReportState {
  @Uuid() id!: string;
  @Uuid() reportable_id!: string;
  @IsString() reportable_type!: string;
  @IsString() reason!: string;
  @IsIn(['pending', 'resolved', 'dismissed']) status!: string;
  @Nullable() @Time() resolved_at!: Date | null;
}

class ReportUpdatedData {
  @Nested(() => ReportState) report!: ReportState;
}

const REPORT_UPDATED = durable('report.updated', ReportUpdatedData);

type NewReport = Thing & { report_id: string };

export const ReportCreated = defineEvent<NewReport>('report.created', { data: (report) => report });
/** So many reports that the thing is hidden before staff has decided. */
export const ThingFlagged = defineEvent<Thing>('report.flagged', { data: (thing) => thing });
export const ThingRestored = defineEvent<Thing>('report.restored', { data: (thing) => thing, staff: true });

/** The realtime event has no actor: the reporter is not told which admin decided. */
export const ReportDecided = defineEvent<{ report: DecidedRow; reporter_id: string | null }>(
  ({ report }) => `report.${report.status}`,
  {
    data: ({ report: { id, reportable_id, reportable_type } }) => ({ report_id: id, reportable_type, reportable_id }),
    staff: true,
    effects: ({ report: { id, reportable_id, reportable_type, reason, status, resolved_at }, reporter_id }) => {
      const report = { id, reportable_id, reportable_type, reason, status, resolved_at };
      return [reporter_id && emit(REPORT_UPDATED, `user:${reporter_id}`, { report }, { actor: null })];
    },
  },
);
