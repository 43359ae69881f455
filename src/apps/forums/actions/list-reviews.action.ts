import { IsIn, IsString, IsInt } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { REVIEW_KINDS, REVIEW_STATUSES, type ReviewKind, type ReviewStatus } from '../moderation/post-review.entity.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import { ForumAccessService } from '../access/forum-access.service.js';
import { PersonView } from '../../kernel/rows/person.js';

class Input extends Page {
  @Uuid() forum_id!: string;
  @Optional() @IsIn(REVIEW_STATUSES) status?: ReviewStatus;
  @Optional() @IsIn(REVIEW_KINDS) kind?: ReviewKind;
}

class FlagView {
  @Uuid() id!: string;
  @IsIn(REVIEW_KINDS) kind!: string;
  @Nullable() @Nested(() => PersonView) reporter!: PersonView | null;
  @Nullable() @IsString() reason!: string | null;
  @Nullable() @IsString() note!: string | null;
  @IsIn(REVIEW_STATUSES) status!: string;
  @Nullable() @Uuid() resolved_by!: string | null;
  @Nullable() @Time() resolved_at!: Date | null;
  @Nullable() @IsString() resolution_note!: string | null;
  @Time() created_at!: Date;
}

class RevisionView {
  @Uuid() id!: string;
  @Nested(() => PersonView) editor!: PersonView;
  @Nullable() @IsString() title!: string | null;
  @IsString() body!: string;
  @Nullable() @IsString() reason!: string | null;
  @Time() created_at!: Date;
}

/** What is known of who wrote it, in this forum. */
class RecordView {
  @IsInt() posts!: number;
  @IsInt() agreed_flags!: number;
  @IsInt() suspensions!: number;
}

class ReviewView {
  @Uuid() post_id!: string;
  @Uuid() topic_id!: string;
  @IsString() topic_title!: string;
  @IsInt() number!: number;
  @IsString() status!: string;
  @IsString() body!: string;
  @IsString() html!: string;
  @Time() created_at!: Date;
  @Nested(() => PersonView) author!: PersonView;
  @ListOf(() => FlagView) flags!: FlagView[];
  @ListOf(() => RevisionView) revisions!: RevisionView[];
  @Nested(() => RecordView) record!: RecordView;
}

class Result extends pageOf('reviews', () => ReviewView) {}

@Action('list-reviews', {
  access: 'authenticated',
  description: 'What the staff has to look at, by post, with all that is needed to decide; the oldest first.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Forum not found'] },
})
export class ListReviews {
  constructor(
    private readonly access: ForumAccessService,
    private readonly reviews: ReviewRepository,
  ) {}

  async run({ input: { forum_id, status = 'open', kind, ...page }, caller }: Call<Input>) {
    const { forum } = await this.access.loadModeratedForum(forum_id, caller);
    const { rows, next_cursor } = await this.reviews.list(forum.id, status, kind ?? null, pageQuery(page));
    return { reviews: rows, next_cursor };
  }
}
