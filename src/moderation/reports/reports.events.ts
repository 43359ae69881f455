import { IsIn, IsString } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { answerWith } from '../../platform/http/answers.js';
import { Nullable, Time, Uuid } from '../../platform/http/fields.js';
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

class ReportUpdatedData extends answerWith('report', () => ReportState) {}

const REPORT_UPDATED = durable('report.updated', ReportUpdatedData);

export const ReportCreated = defineEvent<Thing & { report_id: string }>('report.created', { data: (fact) => fact });

/** Reports hide the thing until staff decides. */
export const ThingFlagged = defineEvent<Thing>('report.flagged', { data: (thing) => thing });
export const ThingRestored = defineEvent<Thing>('report.restored', { data: (thing) => thing, staff: true });

interface DecidedReport {
  thing: Thing;
  report: DecidedRow;
  /** Null after the reporter's account was deleted. */
  reporter_id: string | null;
}

/** The realtime event has no actor: the reporter is not told which admin decided. */
export const ReportDecided = defineEvent<DecidedReport>(({ report }) => `report.${report.status}`, {
  data: ({ thing, report }) => ({ report_id: report.id, ...thing }),
  staff: true,
  effects: ({ report: { id, reportable_id, reportable_type, reason, status, resolved_at }, reporter_id }) => {
    const report = { id, reportable_id, reportable_type, reason, status, resolved_at };
    return [reporter_id && emit(REPORT_UPDATED, `user:${reporter_id}`, { report }, { actor: null })];
  },
});
