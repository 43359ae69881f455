import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, ListQuery, Nested, Nullable, Optional, Required, Time, Uuid } from '../../platform/http/fields.js';
import { IsIn, IsInt, IsString } from 'class-validator';
import { AuthorshipView } from '../../moderation/authorship/authorship.dto.js';
import { BLACKLIST_TYPES, type BlacklistType } from '../../moderation/blacklist/folding.js';
import { ReportAnswer } from '../../moderation/reports/reports.dto.js';
import { INVALID_STATUS, NamedUser } from '../admin.dto.js';

const REPORT_STATUSES = ['pending', 'resolved', 'dismissed'];
const AUTHORSHIP_STATUSES = ['pending', 'approved', 'rejected'];

export class ReportsQuery extends ListQuery {
  @Optional() @IsIn(REPORT_STATUSES, INVALID_STATUS) status?: string;
}

export class DecideReportInput {
  @IsIn(['resolved', 'dismissed'], INVALID_STATUS) status!: 'resolved' | 'dismissed';
}

class Reporter extends NamedUser {}

class ReportInQueueView extends ReportAnswer {
  @IsIn(REPORT_STATUSES) status!: string;
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
  @IsIn(REPORT_STATUSES) status!: string;
  @Nullable() @Uuid() resolved_by!: string | null;
  @Nullable() @Time() resolved_at!: Date | null;
}

export class ReportsInQueueAnswer extends pageOf('reports', () => ReportInQueueView) {}

export class ReportInQueueAnswer {
  @Nested(() => ReportInQueueView) report!: ReportInQueueView;
  /** The reported thing, whatever its status; null after it was deleted. */
  @Nullable() @Nested(() => ReportedThingView) reported!: ReportedThingView | null;
}

export class DecidedReportAnswer extends answerWith('report', () => DecidedReport) {}

export class AuthorshipQueueQuery extends ListQuery {
  @Optional() @IsIn(AUTHORSHIP_STATUSES, INVALID_STATUS) status?: string;
}

export class DecideAuthorshipInput {
  @IsIn(['approved', 'rejected'], INVALID_STATUS) status!: 'approved' | 'rejected';
}

class AuthorshipAsker {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

class AuthorshipInQueueView extends AuthorshipView {
  @Nested(() => AuthorshipAsker) user!: AuthorshipAsker;
}

class AuthorshipWithNote extends AuthorshipInQueueView {
  @Nullable() @IsString() note!: string | null;
}

class DecidedAuthorship {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @IsIn(AUTHORSHIP_STATUSES) status!: string;
  @Nullable() @Uuid() reviewed_by!: string | null;
  @Nullable() @Time() reviewed_at!: Date | null;
}

export class AuthorshipQueueAnswer extends pageOf('authorship_requests', () => AuthorshipInQueueView) {}

export class AuthorshipInQueueAnswer extends answerWith('authorship_request', () => AuthorshipWithNote) {}

export class DecidedAuthorshipAnswer extends answerWith('authorship_request', () => DecidedAuthorship) {}

const MISSING = 'Type and value are required';

export class BlacklistInput {
  @Required(MISSING) @IsIn(BLACKLIST_TYPES) type!: BlacklistType;
  /** An e-mail address, a username, a domain (with its subdomains), an IP address or a network such as 192.0.2.0/24. */
  @Required(MISSING) @Chars(1, 254) value!: string;
  @Optional() @Nullable() @Chars(0, 500) reason?: string | null;
}

class BlacklistEntryView {
  @Uuid() id!: string;
  @IsIn(BLACKLIST_TYPES) type!: string;
  @IsString() value!: string;
  @Nullable() @IsString() reason!: string | null;
  @Time() created_at!: Date;
}

export class BlacklistEntryAnswer extends answerWith('entry', () => BlacklistEntryView) {}

export class BlacklistAnswer extends pageOf('entries', () => BlacklistEntryView) {}

export class CensorInput {
  /** A regular expression in RE2 syntax, at most 500 characters; it ignores case. */
  @Required('Pattern is required') @IsString() pattern!: string;
  /** Literal text without references to groups. */
  @Optional() @Chars(0, 200) replacement?: string;
}

export class CensorPreviewInput extends CensorInput {
  @Chars(0, 10_000) text!: string;
}

class CensorView {
  @Uuid() id!: string;
  @IsString() pattern!: string;
  @IsString() replacement!: string;
  @Time() created_at!: Date;
}

export class CensorAnswer extends answerWith('censor', () => CensorView) {}

export class CensorsAnswer extends pageOf('censors', () => CensorView) {}

export class CensorPreviewAnswer {
  @IsString() text!: string;
  @IsInt() matches!: number;
}
