import { IsIn, IsString } from 'class-validator';
import { AuthorshipView } from '../../moderation/authorship/authorship.dto.js';
import { ListOf, ListQuery, Nested, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');
const STATUSES = ['pending', 'approved', 'rejected'];

export class AuthorshipQueueQuery extends ListQuery {
  @Optional() @IsIn(STATUSES, INVALID_STATUS) status?: string;
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
  @IsIn(STATUSES) status!: string;
  @Nullable() @Uuid() reviewed_by!: string | null;
  @Nullable() @Time() reviewed_at!: Date | null;
}

export class AuthorshipQueueAnswer {
  @ListOf(() => AuthorshipInQueueView) authorship_requests!: AuthorshipInQueueView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class AuthorshipInQueueAnswer {
  @Nested(() => AuthorshipWithNote) authorship_request!: AuthorshipWithNote;
}

export class DecidedAuthorshipAnswer {
  @Nested(() => DecidedAuthorship) authorship_request!: DecidedAuthorship;
}
